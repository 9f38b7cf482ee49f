// Tests that a bulk action tries every row once, a few at a time and not too fast, and reports the result of each.
import { ApiError } from '@kerb/sdk/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BulkResult, runBulk } from './run-bulk.ts';

const rows = Array.from({ length: 20 }, (_, index) => index);
const keyOf = (row: number) => `key-${row}`;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const tooMany = new ApiError({ status: 429, code: 'too_many_requests', retryAfterSeconds: 30 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the action to its end. */
async function run(work: Partial<Parameters<typeof runBulk<number>>[0]>) {
  const running = runBulk({
    rows,
    keyOf,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    act: () => Promise.resolve(),
    ...work,
  });
  await vi.runAllTimersAsync();
  return running;
}

it('runs each row once with its own key, and only a few at a time', async () => {
  const keys: string[] = [];
  let underWay = 0;
  let most = 0;
  const result = await run({
    atOnce: 3,
    act: async (_, key) => {
      keys.push(key);
      underWay += 1;
      most = Math.max(most, underWay);
      await wait(2000);
      underWay -= 1;
    },
  });
  expect(keys).toEqual(rows.map(keyOf));
  expect(most).toBe(3);
  expect(result).toEqual({ done: rows, failed: [], left: [] });
});

it('starts at most ten rows a second, so that the user stays below the limit of calls', async () => {
  const starts: number[] = [];
  await run({ act: async () => starts.push(Date.now()) });
  const [first = 0] = starts;
  expect(starts.map((at) => at - first)).toEqual(rows.map((row) => row * 100));
});

it('sends a row again with the same key after the wait that the server asks for, and no other meanwhile', async () => {
  const calls: { key: string; at: number }[] = [];
  const begin = Date.now();
  const result = await run({
    rows: [0, 1, 2],
    atOnce: 1,
    act: async (_, key) => {
      calls.push({ key, at: Date.now() - begin });
      if (calls.length === 2) throw tooMany;
    },
  });
  expect(result).toEqual({ done: [0, 1, 2], failed: [], left: [] });
  expect(calls).toEqual([
    { key: 'key-0', at: 0 },
    { key: 'key-1', at: 100 },
    { key: 'key-1', at: 30_100 },
    { key: 'key-2', at: 30_200 },
  ]);
});

it('stops while it waits for the server, and reports the row that was rejected', async () => {
  const stop = new AbortController();
  const running = runBulk({
    rows: [0, 1],
    keyOf,
    atOnce: 1,
    onProgress: () => undefined,
    signal: stop.signal,
    act: () => Promise.reject(tooMany),
  });
  await vi.advanceTimersByTimeAsync(1000);
  stop.abort();
  expect(await running).toEqual({ done: [], failed: [{ row: 0, problem: tooMany }], left: [1] });
});

it('does not wait for an hour: the row has failed', async () => {
  const problem = new ApiError({ status: 429, code: 'too_many_requests', retryAfterSeconds: 3600 });
  const result = await run({ rows: [0], act: () => Promise.reject(problem) });
  expect(result.failed).toEqual([{ row: 0, problem }]);
});

it('continues after a failure, and reports which rows failed and why', async () => {
  const seen: BulkResult<number>[] = [];
  const result = await run({
    onProgress: (now) => seen.push(now),
    act: async (row) => {
      if (row % 7 === 0) throw new Error(`no ${row}`);
    },
  });
  expect(result.failed.map(({ row, problem }) => [row, String(problem)])).toEqual([
    [0, 'Error: no 0'],
    [7, 'Error: no 7'],
    [14, 'Error: no 14'],
  ]);
  expect(result.done).toHaveLength(17);
  expect(seen).toHaveLength(20);
  expect(seen.at(-1)).toEqual(result);
});

it('stops after the rows in progress, and lists those not started', async () => {
  const stop = new AbortController();
  const result = await run({
    atOnce: 2,
    onProgress: ({ done }) => done.length === 4 && stop.abort(),
    signal: stop.signal,
  });
  expect(result.failed).toEqual([]);
  expect([...result.done, ...result.left].toSorted((a, b) => a - b)).toEqual(rows);
  expect(result.left.length).toBeGreaterThan(10);
});
