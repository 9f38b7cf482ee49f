// Signing out waits for what was typed: a form with unsaved changes is asked first.

/** Asks whether to leave; calls `goOn` when the answer is yes. */
type Guard = (goOn: () => void) => void;

let guard: Guard | null = null;

/** From now on `next` is asked; returns how to end that. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

/** Goes on at once, or when the form on the screen agrees. */
export function leaveWith(goOn: () => void): void {
  if (guard) guard(goOn);
  else goOn();
}
