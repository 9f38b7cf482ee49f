// Tests that a retry with an unknown outcome reuses its idempotency key, and that any other call gets a new one.
import { ApiError, type ApiErrorCode } from '@kerb/sdk/client';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/** Sends the inputs one after another with the outcome of each, and returns the index of the key of each call. */
async function keysOf(calls: readonly (readonly [input: object, outcome: ApiError | null])[]) {
  const { result } = renderHook(useIdempotencyKey);
  const keys: string[] = [];
  for (const [input, outcome] of calls) {
    const call = result.current(input, async (key) => {
      keys.push(key);
      if (outcome) throw outcome;
    });
    await call.catch(() => undefined);
  }
  const distinct = [...new Set(keys)];
  return keys.map((key) => distinct.indexOf(key));
}
const failure = (status: number, code: ApiErrorCode) => new ApiError({ status, code });

it.each<[number, ApiErrorCode]>([
  [0, 'network_error'],
  [503, 'overloaded'],
  [409, 'request_in_progress'],
  [409, 'conflict'],
])('reuses the key for the same input after %i %s', async (status, code) => {
  expect(
    await keysOf([
      [{ amount: 5 }, failure(status, code)],
      [{ amount: 5 }, null],
    ]),
  ).toEqual([0, 0]);
});

it('uses a new key for another input, after a success and after a rejection', async () => {
  const lost = failure(0, 'network_error');
  const rejected = failure(422, 'insufficient_wallet');
  expect(
    await keysOf([
      [{ amount: 5 }, lost],
      [{ amount: 6 }, null],
      [{ amount: 6 }, rejected],
      [{ amount: 6 }, null],
    ]),
  ).toEqual([0, 1, 2, 3]);
});
