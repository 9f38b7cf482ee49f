// Tests the pace of groups: few items, thousands of them, and a process that is late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inGroups } from './in-groups.ts';

/** The time of the simulated clock, ms; each pause adds its length and the delay of a busy process. */
const clock = { now: 0, delay: 0 };

vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    clock.now += ms + clock.delay;
  },
}));

beforeEach(() => {
  clock.now = 0;
  clock.delay = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The times at which the items were done, ms. */
async function timesOf(count: number): Promise<number[]> {
  const items = Array.from({ length: count }, (_, index) => index);
  const done: number[] = [];
  const times: number[] = [];
  await inGroups(items, (item) => {
    done.push(item);
    times.push(clock.now);
  });
  expect(done).toEqual(items);
  return times;
}

/** The largest number of items that were done at the same time. */
function largestGroup(times: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return Math.max(...counts.values());
}

test('nothing takes no time', async () => {
  expect(await timesOf(0)).toEqual([]);
  expect(clock.now).toBe(0);
});

test('few items are done ten at a time, every 50 ms', async () => {
  const times = await timesOf(25);
  expect([times[0], times[9], times[10], times[20], times[24]]).toEqual([0, 0, 50, 100, 100]);
});

test('20,000 items are done within 25 seconds, in groups of the same size', async () => {
  const times = await timesOf(20_000);
  expect(times.at(-1)).toBeLessThanOrEqual(25_000);
  expect(largestGroup(times)).toBeLessThanOrEqual(41);
});

test('a process whose pauses take four times as long is done in that time too', async () => {
  clock.delay = 150;
  const times = await timesOf(6_000);
  expect(times.at(-1)).toBeLessThanOrEqual(25_200);
  expect(times.at(-1)).toBeGreaterThan(20_000);
});
