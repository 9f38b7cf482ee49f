// How far a slider was pulled: towards the line's end in either writing direction, never past its track.

/** Positions in px; `length` is how far the thumb can travel. Nine tenths of the way counts as the end. */
export function slideProgress(
  from: number,
  to: number,
  length: number,
  direction: 'ltr' | 'rtl',
): { offset: number; complete: boolean } {
  const pulled = direction === 'rtl' ? from - to : to - from;
  const offset = Math.min(Math.max(pulled, 0), Math.max(length, 0));
  return { offset, complete: length > 0 && offset >= length * 0.9 };
}
