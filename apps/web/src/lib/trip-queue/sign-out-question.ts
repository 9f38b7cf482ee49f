// Requires a confirmation when a driver signs out while steps of a trip are queued on this phone.
import { appQueue } from './app-queue.ts';

/** Deadline for opening the queue, in ms; after it the queue counts as empty. */
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

/** Closes the dialog, and signs out if `isLeaving`. Does nothing when it is not open. */
export function answerSignOut(isLeaving: boolean): void {
  const signOut = pending;
  change(null);
  if (isLeaving) signOut?.();
}

/** Resolves when the signed-in driver's queue has been read, or at the deadline. */
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

/** Signs out at once when no step is queued, otherwise after the driver has confirmed or all steps were sent. */
export async function confirmSignOut(signOut: () => void): Promise<void> {
  await queueOpened();
  if ((appQueue.state().steps ?? []).length === 0) return signOut();
  change(signOut);
}
