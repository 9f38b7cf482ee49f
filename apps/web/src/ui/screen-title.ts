// The heading of the screen that is open, for the title of the page.
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

/** A screen's frame says its heading, so that the title of the page always agrees with it. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    setHeading(title);
    return () => setHeading(null);
  }, [title]);
}

/** Null on screens without such a frame. */
export const useShownTitle = (): string | null => useSyncExternalStore(subscribe, () => heading);
