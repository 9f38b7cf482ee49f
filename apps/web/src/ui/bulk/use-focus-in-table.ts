// Moves a lost focus to the table after a bulk action.
import { useEffect, useRef } from 'react';

/**
 * When a part of the page that had the focus is closed, with the element to which the focus would return: the keys j and
 * k then continue at the row that was focused last.
 */
export function useFocusInTable(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed || document.activeElement !== document.body) return;
    const cell = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    (cell ?? document.getElementById('main'))?.focus();
  }, [isOpen]);
}
