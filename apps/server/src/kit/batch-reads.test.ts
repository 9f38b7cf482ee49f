// Tests when batched reads start: at once, after the running one, or when that takes too long.
import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';

/** A loader whose reads end when the test calls `finish`. */
function createLoader(maxWaitMs: number) {
  const batches = batchReads(maxWaitMs);
  const context = new AsyncLocalStorage<string>();
  const reads: { keys: readonly string[]; by: string | undefined; finish: () => void; fail: () => void }[] =
    [];
  const loader = new DataLoader<string, string>(
    (keys) =>
      batches.track(async () => {
        await new Promise<void>((resolve, reject) => {
          const fail = () => reject(new Error('the database is away'));
          reads.push({ keys, by: context.getStore(), finish: resolve, fail });
        });
        return keys.map((key) => key.toUpperCase());
      }),
    { cache: false, batchScheduleFn: batches.schedule },
  );
  const keysOfReads = () => reads.map(({ keys }) => keys);
  return { loader, reads, keysOfReads, context };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('keys of one turn are read together', async () => {
  const { loader, reads, keysOfReads } = createLoader(10_000);
  const all = Promise.all([loader.load('a'), loader.load('b')]);
  await turn();
  expect(keysOfReads()).toEqual([['a', 'b']]);
  reads[0]?.finish();
  expect(await all).toEqual(['A', 'B']);
});

test('keys asked for while a read runs are read together after it, in the context of the first', async () => {
  const { loader, reads, keysOfReads, context } = createLoader(10_000);
  const first = context.run('call 1', () => loader.load('a'));
  await turn();
  const second = context.run('call 2', () => loader.load('b'));
  await turn();
  const third = context.run('call 3', () => loader.load('c'));
  await turn();
  expect(keysOfReads()).toEqual([['a']]);
  reads[0]?.finish();
  expect(await first).toBe('A');
  await turn();
  expect(keysOfReads()).toEqual([['a'], ['b', 'c']]);
  expect(reads.map(({ by }) => by)).toEqual(['call 1', 'call 2']);
  reads[1]?.finish();
  expect(await Promise.all([second, third])).toEqual(['B', 'C']);
});

test('a failed read fails its own keys only, and later ones are read', async () => {
  const { loader, reads } = createLoader(10_000);
  const first = loader.load('a');
  await turn();
  const second = loader.load('b');
  reads[0]?.fail();
  await expect(first).rejects.toThrow('the database is away');
  await turn();
  reads[1]?.finish();
  expect(await second).toBe('B');
});

test('keys do not wait longer than the maximum for a read that does not end', async () => {
  const { loader, reads, keysOfReads } = createLoader(5);
  void loader.load('a');
  await turn();
  const second = loader.load('b');
  const third = loader.load('c');
  await expect.poll(keysOfReads).toEqual([['a'], ['b', 'c']]);
  reads[1]?.finish();
  expect(await Promise.all([second, third])).toEqual(['B', 'C']);
});
