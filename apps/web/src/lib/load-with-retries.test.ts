// Tests the retries: after 2, 4, 8 and 16 seconds, then every 30 seconds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWithRetries } from './load-with-retries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('resolves once a retry succeeds', async () => {
  const asked: number[] = [];
  const begun = Date.now();
  const loading = loadWithRetries(async () => {
    asked.push((Date.now() - begun) / 1_000);
    if (asked.length < 7) throw new TypeError('Failed to fetch');
    return 'there';
  });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await loading).toBe('there');
  expect(asked).toEqual([0, 2, 6, 14, 30, 60, 90]);
});
