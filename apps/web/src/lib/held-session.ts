// A session that ended elsewhere while something was typed: the screen stays, covered, until the same person is signed in again.
import { hasUnsavedInput } from './unsaved-input.ts';

const signInShownWithinMs = 10_000;

/** Called with whether the same user is signed in again; null while no session is held. */
let answer: ((isBack: boolean) => void) | null = null;
let pending: Promise<boolean> | null = null;
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
  const resolve = answer;
  hold(null);
  resolve?.(isBack);
}

interface SessionQuestions {
  /** Whether the server says that the session has ended; errors count as no. */
  readonly isOver: () => Promise<boolean>;
  /** Whether a user is still shown as signed in here: not after they have signed out themselves. */
  readonly isShown: () => boolean;
}

async function ask({ isOver, isShown }: SessionQuestions): Promise<boolean> {
  if (!hasUnsavedInput() || !(await isOver()) || !isShown()) return false;
  return new Promise<boolean>((resolve) => {
    hold(resolve);
    // The component that shows the sign-in may still be loading; without it the wait would never end.
    setTimeout(() => {
      if (listeners.size === 0 && answer === resolve) endHold(false);
    }, signInShownWithinMs);
  });
}

/** True once the same user has signed in again, for all concurrent callers; false at once when no input would be lost. */
export function keepTyped(questions: SessionQuestions): Promise<boolean> {
  pending ??= ask(questions).finally(() => {
    pending = null;
  });
  return pending;
}
