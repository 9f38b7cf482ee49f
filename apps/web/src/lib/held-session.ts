// A session that ended elsewhere while something was typed: the screen stays, covered, until the same person is signed in again.
import { hasUnsavedInput } from './unsaved-input.ts';

/** Told whether the same person is signed in again; null while no session is held. */
let answer: ((isBack: boolean) => void) | null = null;
let asking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

export const isSessionHeld = (): boolean => answer !== null;

/** For useSyncExternalStore. */
export function onHeldSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function hold(next: typeof answer): void {
  answer = next;
  for (const listener of [...listeners]) listener();
}

/** Ends the wait; nothing happens where no session is held. */
export function endHold(isBack: boolean): void {
  const told = answer;
  hold(null);
  told?.(isBack);
}

interface SessionQuestions {
  /** Whether the server says that nobody is signed in; any other answer, and none, keeps nothing waiting. */
  readonly isOver: () => Promise<boolean>;
  /** Whether somebody is still shown as signed in here: not when they have signed out themselves meanwhile. */
  readonly isShown: () => boolean;
}

async function ask({ isOver, isShown }: SessionQuestions): Promise<boolean> {
  if (!hasUnsavedInput() || !(await isOver()) || !isShown()) return false;
  // Whoever would ask for the sign-in is not there, as on a connection too thin for it: nobody waits for ever.
  if (listeners.size === 0) return false;
  return new Promise<boolean>((resolve) => hold(resolve));
}

/** True once the same person has signed in again, for everybody who asks meanwhile; false at once when nothing would be lost. */
export function keepTyped(questions: SessionQuestions): Promise<boolean> {
  asking ??= ask(questions).finally(() => {
    asking = null;
  });
  return asking;
}
