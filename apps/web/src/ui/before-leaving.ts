// Signing out waits for what would be lost: a form with unsaved changes, steps of a trip that were not sent yet.

/** Asks whether to leave; calls `goOn` when the answer is yes. */
type Guard = (goOn: () => void) => void;

const guards = new Set<Guard>();

/** From now on `next` is asked as well; returns how to end that. */
export function guardLeaving(next: Guard): () => void {
  guards.add(next);
  return () => {
    guards.delete(next);
  };
}

/** Continues at once, or after every registered guard has agreed, one after the other. */
export function leaveWith(goOn: () => void): void {
  const leave = [...guards].reduce<() => void>((then, guard) => () => guard(then), goOn);
  leave();
}
