// Tests that a stop waits for load balancers, and only when one checks the server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDrain } from './drain.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Duration of the wait before a stop, ms, after checks that happened the given times ago, ms. */
async function waitAfter(...checksAgo: readonly number[]): Promise<number> {
  const drain = createDrain(3_000, () => Date.now());
  const now = Date.now();
  for (const ago of checksAgo) {
    vi.setSystemTime(now - ago);
    drain.noteCheck();
  }
  vi.setSystemTime(now);
  const begun = drain.begin().then(() => Date.now() - now);
  expect(drain.isStopping()).toBe(true);
  await vi.runAllTimersAsync();
  return begun;
}

it.each([
  ['was never checked', [], 0],
  ['was checked once, as after a start', [100], 0],
  ['is checked every second', [2_000, 1_000], 3_000],
  ['is checked every ten seconds', [13_000, 3_000], 3_000],
  ['is checked no longer', [60_000, 59_000], 0],
])('of a server that %s', async (_, checksAgo, wait) => {
  expect(await waitAfter(...checksAgo)).toBe(wait);
});
