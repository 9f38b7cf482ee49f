// A driver signs out while steps of a trip wait on this phone: the sign-out waits for an answer.
import { appQueue } from './app-queue.ts';

/** A queue that does not open within this time holds nothing that could be shown. */
const openWithinMs = 5_000;

let pending: (() => void) | null = null;
const listeners = new Set<() => void>();

function change(next: typeof pending): void {
  pending = next;
  for (const listener of [...listeners]) listener();
}

export const isSignOutAsked = (): boolean => pending !== null;

/** For useSyncExternalStore. */
export function onSignOutAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Closes the question; signs out if the answer is yes. Without an open question nothing happens. */
export function answerSignOut(isLeaving: boolean): void {
  const signOut = pending;
  change(null);
  if (isLeaving) signOut?.();
}

/** Resolves when the signed-in driver's queue is open, or has taken too long. */
function queueOpened(): Promise<void> {
  return new Promise((resolve) => {
    let unsubscribe: () => void = () => undefined;
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, openWithinMs);
    const look = () => {
      if (appQueue.state().steps !== null) done();
    };
    unsubscribe = appQueue.subscribe(look);
    look();
  });
}

/** Signs out at once when no step waits, otherwise after the answer. */
export async function askToSignOut(signOut: () => void): Promise<void> {
  await queueOpened();
  if ((appQueue.state().steps ?? []).length === 0) return signOut();
  change(signOut);
}
