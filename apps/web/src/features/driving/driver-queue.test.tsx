// Tests the sign-out of a driver whose steps are sent before the driver has confirmed it.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { confirmSignOut, isSignOutAsked } from '../../lib/trip-queue/sign-out-question.ts';
import { queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import type { QueueState } from '../../lib/trip-queue/trip-queue.ts';
import { DriverQueue } from './driver-queue.tsx';

const closed = appQueue.state();
let state: QueueState = closed;
const listeners = new Set<() => void>();
const become = (next: QueueState) =>
  act(() => {
    state = next;
    for (const listener of [...listeners]) listener();
  });

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});
beforeEach(() => {
  vi.spyOn(appQueue, 'state').mockImplementation(() => state);
  vi.spyOn(appQueue, 'subscribe').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
});
afterEach(() => vi.restoreAllMocks());

async function askedToSignOut() {
  state = { ...closed, steps: [queuedStep(1)] };
  render(<DriverQueue />);
  const signOut = vi.fn();
  await act(() => confirmSignOut(signOut));
  await screen.findByRole('dialog');
  expect(signOut).not.toHaveBeenCalled();
  return signOut;
}

it('signs the driver out when the last step has been sent', async () => {
  const signOut = await askedToSignOut();
  become({ ...closed, steps: [] });
  expect(signOut).toHaveBeenCalledOnce();
  expect(isSignOutAsked()).toBe(false);
});

it('does not sign out again when the session has ended meanwhile', async () => {
  const signOut = await askedToSignOut();
  become(closed);
  expect(isSignOutAsked()).toBe(false);
  expect(signOut).not.toHaveBeenCalled();
});
