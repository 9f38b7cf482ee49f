// A call was refused for want of a fresh second factor: it waits until the dialog has an answer, and is then sent again.

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

/** Closes the question; nothing happens where none is open. */
export function endStepUp(isProved: boolean): void {
  const answered = settle;
  change(null);
  answered?.(isProved);
}

/** True once the person has proved the second factor, for every call that waits meanwhile; false when they do not. */
export function askStepUp(): Promise<boolean> {
  // Without the dialog on the page no answer would ever come.
  if (listeners.size === 0) return Promise.resolve(false);
  pending ??= new Promise<boolean>((resolve) => change(resolve)).finally(() => {
    pending = null;
  });
  return pending;
}
