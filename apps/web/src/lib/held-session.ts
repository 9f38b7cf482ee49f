// Handles a session that ended elsewhere while the screen has unsaved input: the screen stays mounted below a sign-in
// dialog until the same user has signed in again.
import { hasUnsavedInput } from './unsaved-input.ts';

const signInShownWithinMs = 10_000;

/** Resolves the pending wait with whether the same user has signed in again; null while no screen waits. */
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

/** Ends the wait; does nothing when no screen waits. */
export function endHold(isBack: boolean): void {
  const resolve = answer;
  hold(null);
  resolve?.(isBack);
}

interface SessionQuestions {
  /** Requests from the server whether the session has ended; errors count as no. */
  readonly isOver: () => Promise<boolean>;
  /** Whether this page still shows a signed-in user: false after the user has signed out here. */
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
export function waitForSignIn(questions: SessionQuestions): Promise<boolean> {
  pending ??= ask(questions).finally(() => {
    pending = null;
  });
  return pending;
}
