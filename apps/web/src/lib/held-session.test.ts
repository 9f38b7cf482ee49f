// Tests when a screen waits for an ended session to be restored, and what the waiting callers receive.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endHold, isSessionHeld, onHeldSession, waitForSignIn } from './held-session.ts';
import { markUnsaved } from './unsaved-input.ts';

const yes = async () => true;
const no = async () => false;
const here = () => true;
const ends: (() => void)[] = [];
const unsaved = () => ends.push(markUnsaved());
/** Stands for the dialog that prompts for the sign-in. */
beforeEach(() => {
  ends.push(onHeldSession(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  endHold(false);
  for (const end of ends.splice(0)) end();
});

it('checks the session only when there is unsaved input', async () => {
  const isOver = vi.fn(yes);
  expect(await waitForSignIn({ isOver, isShown: here })).toBe(false);
  expect(isOver).not.toHaveBeenCalled();
});

it('does not wait while the session is valid, or after the user has signed out', async () => {
  unsaved();
  expect(await waitForSignIn({ isOver: no, isShown: here })).toBe(false);
  expect(await waitForSignIn({ isOver: yes, isShown: () => false })).toBe(false);
  expect(isSessionHeld()).toBe(false);
});

it('stops waiting after 10 s when no component shows the sign-in', async () => {
  vi.useFakeTimers();
  unsaved();
  ends.shift()?.();
  const answer = waitForSignIn({ isOver: yes, isShown: here });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isSessionHeld()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe(false);
  expect(isSessionHeld()).toBe(false);
});

it('waits for a component that loads after the session has ended', async () => {
  vi.useFakeTimers();
  unsaved();
  ends.shift()?.();
  const answer = waitForSignIn({ isOver: yes, isShown: here });
  await vi.advanceTimersByTimeAsync(3_000);
  ends.push(onHeldSession(() => undefined));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isSessionHeld()).toBe(true);
  endHold(true);
  expect(await answer).toBe(true);
});

it.each([true, false])('resolves every waiting call once: %s', async (isBack) => {
  unsaved();
  const listener = vi.fn();
  ends.push(onHeldSession(listener));
  const isOver = vi.fn(yes);
  const waiting = [1, 2].map(() => waitForSignIn({ isOver, isShown: here }));
  await vi.waitFor(() => expect(isSessionHeld()).toBe(true));
  waiting.push(waitForSignIn({ isOver, isShown: here }));
  endHold(isBack);
  expect(await Promise.all(waiting)).toEqual([isBack, isBack, isBack]);
  expect(isSessionHeld()).toBe(false);
  expect(isOver).toHaveBeenCalledOnce();
  expect(listener).toHaveBeenCalledTimes(2);
  // The next end of a session starts a new wait.
  void waitForSignIn({ isOver, isShown: here });
  await vi.waitFor(() => expect(isSessionHeld()).toBe(true));
});
