// Tests that a bulk action tries every row once, a few at a time, and reports the result of each.
import { expect, it } from 'vitest';
import { type BulkResult, runBulk } from './run-bulk.ts';

const rows = Array.from({ length: 20 }, (_, index) => index);
const keyOf = (row: number) => `key-${row}`;

it('runs each row once with its own key, and only a few at a time', async () => {
  const keys: string[] = [];
  let underWay = 0;
  let most = 0;
  const result = await runBulk({
    rows,
    keyOf,
    atOnce: 3,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    act: async (_, key) => {
      keys.push(key);
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
    },
  });
  expect(keys).toEqual(rows.map(keyOf));
  expect(most).toBe(3);
  expect(result).toEqual({ done: rows, failed: [], left: [] });
});

it('continues after a failure, and reports which rows failed and why', async () => {
  const seen: BulkResult<number>[] = [];
  const result = await runBulk({
    rows,
    keyOf,
    onProgress: (now) => seen.push(now),
    signal: new AbortController().signal,
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
  const result = await runBulk({
    rows,
    keyOf,
    atOnce: 2,
    onProgress: ({ done }) => done.length === 4 && stop.abort(),
    signal: stop.signal,
    act: () => Promise.resolve(),
  });
  expect(result.failed).toEqual([]);
  expect([...result.done, ...result.left].toSorted((a, b) => a - b)).toEqual(rows);
  expect(result.left.length).toBeGreaterThan(10);
});
