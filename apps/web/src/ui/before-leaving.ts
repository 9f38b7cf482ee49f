// Registry of guards that must agree before a sign-out, for forms with unsaved changes and queued steps of a trip.

/** Prompts the user to confirm, and calls `goOn` if they do. */
type Guard = (goOn: () => void) => void;

const guards = new Set<Guard>();

/** Registers a guard; returns a function that removes it. */
export function guardLeaving(next: Guard): () => void {
  guards.add(next);
  return () => {
    guards.delete(next);
  };
}

/** Calls `goOn` at once, or after every registered guard has agreed, one after the other. */
export function runLeaveGuards(goOn: () => void): void {
  const leave = [...guards].reduce<() => void>((then, guard) => () => guard(then), goOn);
  leave();
}
