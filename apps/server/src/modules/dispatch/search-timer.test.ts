// Tests the timer of the search: it fires at multiples of its period, one run at a time, and continues after a failure.
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SearchOutcomes } from './run-search.ts';
import { createSearchTimer, untilNext } from './search-timer.ts';

beforeEach(() => vi.useFakeTimers({ now: 10_000 }));
afterEach(() => vi.useRealTimers());

const nothing: SearchOutcomes = new Map();
const settings = settingsSchema.parse({ dispatchPolicy: 'batched', batchSeconds: 4 });
const warned: string[] = [];

function timerOf(runSearch: () => Promise<SearchOutcomes>, current = settings) {
  return createSearchTimer({
    settings: { get: async () => current },
    clock: { now: () => Date.now() },
    logger: { warn: (_details, message) => warned.push(message) },
    runSearch,
  });
}

test('the next batch is at the next multiple of its length', () => {
  expect(untilNext(10_000, 4_000)).toBe(2_000);
  expect(untilNext(12_000, 4_000)).toBe(4_000);
  expect(untilNext(12_001, 4_000)).toBe(3_999);
});

test('batches run at multiples of their length, also after a failure, until the timer is stopped', async () => {
  const at: number[] = [];
  const timer = timerOf(async () => {
    at.push(Date.now());
    if (at.length === 1) throw new Error('the database is away');
    return nothing;
  });
  timer.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([12_000, 16_000, 20_000]);
  expect(warned).toEqual(['A run of dispatch failed; the next one tries again']);
  await timer.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(at).toHaveLength(3);
});

test('runs twice a second under a policy without batches', async () => {
  const at: number[] = [];
  const timer = timerOf(
    async () => {
      at.push(Date.now());
      return nothing;
    },
    { ...settings, dispatchPolicy: 'nearest' },
  );
  timer.start();
  await vi.advanceTimersByTimeAsync(1_600);
  expect(at).toEqual([10_500, 11_000, 11_500]);
  await timer.stop();
});

test('a batch that takes longer than its length delays the next one, and stop waits for its end', async () => {
  const at: number[] = [];
  let end = () => {};
  const timer = timerOf(() => {
    at.push(Date.now());
    return new Promise((resolve) => {
      end = () => resolve(nothing);
    });
  });
  timer.start();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(at).toEqual([12_000]);
  end();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(at).toEqual([12_000, 20_000]);
  let hasStopped = false;
  const stopped = timer.stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hasStopped).toBe(false);
  end();
  await stopped;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(at).toHaveLength(2);
});
