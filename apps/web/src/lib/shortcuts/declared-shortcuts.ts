// Registry in which open components declare their keyboard shortcuts, for the list of shortcuts.
import { useEffect, useSyncExternalStore } from 'react';
import type { Shortcut } from './shortcuts.ts';

const none: readonly Shortcut[] = [];
let declared: readonly Shortcut[] = none;
const listeners = new Set<() => void>();

function declare(next: readonly Shortcut[]): void {
  declared = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** `shortcuts` must be referentially stable. */
export function useDeclareShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    declare(shortcuts);
    return () => declare(none);
  }, [shortcuts]);
}

export const useDeclaredShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(subscribe, () => declared);
