// React hook that moves the focus to a form's save bar when nothing is left to save, because its focused button becomes
// disabled or disappears then.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `bar`: set it on an element with `tabIndex={-1}` around the buttons. */
export function useSaveBarFocus(isDirty: boolean): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  // Before the browser takes the focus off the button, and before an alert that opens notes to where it returns it.
  useLayoutEffect(() => {
    if (!isDirty && bar.current?.contains(document.activeElement)) bar.current.focus();
  }, [isDirty]);
  return bar;
}
