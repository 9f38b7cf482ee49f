// Publishes the heading of the current screen for the document title.
import { useEffect, useSyncExternalStore } from 'react';

let heading: string | null = null;
const listeners = new Set<() => void>();

function setHeading(next: string | null): void {
  heading = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** React hook with which a screen's frame sets the heading, so that the document title always matches it. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    setHeading(title);
    return () => setHeading(null);
  }, [title]);
}

/** React hook that returns the heading; null on screens without such a frame. */
export const useShownTitle = (): string | null => useSyncExternalStore(subscribe, () => heading);
