// Tests that an emergency call is retried with one key over a bad network, and that permanent errors are reported.
import { ApiError } from '@kerb/sdk/client';
import { expect, it, vi } from 'vitest';
import { pauseAfter } from './poll-pause.ts';
import { sendPanic } from './send-panic.ts';

const network = new ApiError({ status: 0, code: 'network_error' });
const failing = (problems: readonly unknown[]) => {
  const left = [...problems];
  return vi.fn(async () => {
    const problem = left.shift();
    if (problem !== undefined) throw problem;
    return { at: 42 };
  });
};

const call = (send: ReturnType<typeof failing>) => {
  const wait = vi.fn(async () => undefined);
  const onTrying = vi.fn();
  return { wait, onTrying, done: sendPanic({ send, wait, onTrying }, { lat: 1, lng: 2 }) };
};

it('is retried until the server has received it', async () => {
  const overloaded = new ApiError({ status: 503, code: 'overloaded' });
  const busy = new ApiError({ status: 409, code: 'request_in_progress' });
  const away = new ApiError({ status: 503, code: 'unavailable' });
  const send = failing([network, overloaded, new TypeError('x'), busy, away]);
  const { done, onTrying, wait } = call(send);
  expect(await done).toBe(42);
  expect(send).toHaveBeenCalledTimes(6);
  expect(send).toHaveBeenLastCalledWith({ lat: 1, lng: 2 });
  expect([onTrying.mock.calls.length, wait.mock.calls.length]).toEqual([5, 5]);
});

it.each([
  [408, 'network_error'],
  [409, 'request_in_progress'],
  [425, 'overloaded'],
  [429, 'too_many_requests'],
  [500, 'internal'],
] as const)('is retried after a %d, which says nothing about the call itself', async (status, code) => {
  const send = failing([new ApiError({ status, code })]);
  expect(await call(send).done).toBe(42);
  expect(send).toHaveBeenCalledTimes(2);
});

it('stops retrying after a permanent error', async () => {
  for (const refusal of [
    new ApiError({ status: 404, code: 'not_found' }),
    new ApiError({ status: 409, code: 'transition_not_allowed' }),
    new ApiError({ status: 409, code: 'panic_off' }),
  ]) {
    const send = failing([network, refusal]);
    await expect(call(send).done).rejects.toBe(refusal);
    expect(send).toHaveBeenCalledTimes(2);
  }
});

it('increases the pause between requests for a shared trip up to 60 s while the server fails', () => {
  expect([0, 1, 2, 3, 4, 50].map(pauseAfter)).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});
