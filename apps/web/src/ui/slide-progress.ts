// Computes how far a slider was dragged towards the inline end, limited to its track.

/** Positions in px; `length` is the distance that the thumb can travel. Nine tenths of it count as the end. */
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
