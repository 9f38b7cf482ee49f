// Holds a request that the server rejected because it needs a fresh second factor, until the dialog has been answered;
// the client then sends it again.

let settle: ((isProved: boolean) => void) | null = null;
let pending: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

export const isStepUpAsked = (): boolean => settle !== null;

/** For useSyncExternalStore. */
export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: typeof settle): void {
  settle = next;
  for (const listener of [...listeners]) listener();
}

/** Closes the dialog; does nothing when it is not open. */
export function endStepUp(isProved: boolean): void {
  const answered = settle;
  change(null);
  answered?.(isProved);
}

/**
 * Resolves to true once the user has proved the second factor, for every waiting request; to false when they cancel.
 */
export function requestStepUp(): Promise<boolean> {
  // Without a mounted dialog the promise would never resolve.
  if (listeners.size === 0) return Promise.resolve(false);
  pending ??= new Promise<boolean>((resolve) => change(resolve)).finally(() => {
    pending = null;
  });
  return pending;
}
