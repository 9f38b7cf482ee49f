// Tests when a driver's sign-out requires a confirmation, and when it proceeds at once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  steps: null as readonly string[] | null,
  listeners: new Set<() => void>(),
}));
vi.mock('./app-queue.ts', () => ({
  appQueue: {
    state: () => ({ steps: fake.steps }),
    subscribe: (listener: () => void) => {
      fake.listeners.add(listener);
      return () => fake.listeners.delete(listener);
    },
  },
}));

import { answerSignOut, confirmSignOut, isSignOutAsked, onSignOutAsked } from './sign-out-question.ts';

const signOut = vi.fn();
const opensWith = (steps: readonly string[]) => {
  fake.steps = steps;
  for (const listener of [...fake.listeners]) listener();
};

beforeEach(() => {
  vi.useFakeTimers();
  fake.steps = null;
  signOut.mockReset();
});
afterEach(() => {
  answerSignOut(false);
  vi.useRealTimers();
  expect(fake.listeners.size).toBe(0);
});

it('signs out at once without queued steps', async () => {
  fake.steps = [];
  await confirmSignOut(signOut);
  expect(signOut).toHaveBeenCalledOnce();
  expect(isSignOutAsked()).toBe(false);
});

it.each([true, false])('asks when steps wait, and signs out only on yes: %s', async (isLeaving) => {
  fake.steps = ['ARRIVED'];
  const listener = vi.fn();
  const unsubscribe = onSignOutAsked(listener);
  await confirmSignOut(signOut);
  expect(isSignOutAsked()).toBe(true);
  expect(signOut).not.toHaveBeenCalled();
  answerSignOut(isLeaving);
  unsubscribe();
  expect(signOut).toHaveBeenCalledTimes(isLeaving ? 1 : 0);
  expect(isSignOutAsked()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
});

it('waits for a queue that is still opening', async () => {
  const asked = confirmSignOut(signOut);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isSignOutAsked()).toBe(false);
  expect(signOut).not.toHaveBeenCalled();
  opensWith(['ARRIVED']);
  await asked;
  expect(isSignOutAsked()).toBe(true);
  expect(signOut).not.toHaveBeenCalled();
});

it('signs out when the queue fails to open', async () => {
  const asked = confirmSignOut(signOut);
  await vi.advanceTimersByTimeAsync(5_000);
  await asked;
  expect(signOut).toHaveBeenCalledOnce();
});
