// React hook for the queue's keyboard shortcuts: j and k move down and up from anywhere on the screen, as in the
// tables.
import { useEffect, useRef } from 'react';
import { useDeclareShortcuts } from '../../lib/shortcuts/declared-shortcuts.ts';
import { isOverlaid, type Shortcut, takesLetters } from '../../lib/shortcuts/shortcuts.ts';
import { singleKeysWork } from '../../lib/shortcuts/single-keys.ts';

const shortcuts: readonly Shortcut[] = ['row_next', 'row_previous', 'row_open', 'row_close'];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * 1 for down, -1 for up, null for another key. Arrow keys work only in a focused queue, because they scroll the page.
 */
export function stepOf({ key, ctrlKey, metaKey, altKey }: Pressed): 1 | -1 | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : null;
}

/** A focused queue handles the keys first. `onStep` returns false when there is no request to move to. */
export function useQueueKeys(onStep: (step: 1 | -1) => boolean): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useDeclareShortcuts(shortcuts);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key.startsWith('Arrow') ? null : stepOf(event);
      if (step === null || event.defaultPrevented || !singleKeysWork()) return;
      if (takesLetters(document.activeElement) || isOverlaid()) return;
      if (latest.current(step)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
