// Tests when reads of single keys start: at once, after the running one, or when that takes too long.
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { type ReadTogetherOptions, readRowsTogether, readTogether } from './read-together.ts';

interface Read {
  readonly keys: readonly string[];
  /** The call in whose context the read ran. */
  readonly call: string | undefined;
  finish(): void;
  fail(): void;
}

/** A function that reads one key; its reads end when the test calls `finish` or `fail`. */
function createRead(options: ReadTogetherOptions = { maxWaitMs: 10_000 }) {
  const calls = new AsyncLocalStorage<string>();
  const reads: Read[] = [];
  const read = readTogether(async (keys: readonly string[]) => {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('the database is away'));
      reads.push({ keys, call: calls.getStore(), finish: resolve, fail });
    });
    return keys.map((key) => key.toUpperCase());
  }, options);
  return { read, reads, keysOfReads: () => reads.map(({ keys }) => keys), calls };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('keys of one turn are read together, a repeated one for each call', async () => {
  const { read, reads, keysOfReads } = createRead();
  const all = Promise.all([read('a'), read('b'), read('a')]);
  await turn();
  expect(keysOfReads()).toEqual([['a', 'b', 'a']]);
  reads[0]?.finish();
  expect(await all).toEqual(['A', 'B', 'A']);
});

test('keys asked for while a read runs are read together at its end', async () => {
  const { read, reads, keysOfReads } = createRead();
  const first = read('a');
  await turn();
  const others = Promise.all([read('b'), read('c')]);
  await turn();
  expect(keysOfReads()).toEqual([['a']]);
  reads[0]?.finish();
  expect(await first).toBe('A');
  await turn();
  expect(keysOfReads()).toEqual([['a'], ['b', 'c']]);
  reads[1]?.finish();
  expect(await others).toEqual(['B', 'C']);
});

test('a read of one key runs in the context of its call, one of several in none', async () => {
  const { read, reads, calls } = createRead();
  void calls.run('call 1', () => read('a'));
  await turn();
  void calls.run('call 2', () => read('b'));
  reads[0]?.finish();
  await turn();
  void calls.run('call 3', () => read('c'));
  void calls.run('call 4', () => read('d'));
  reads[1]?.finish();
  await turn();
  expect(reads.map(({ call }) => call)).toEqual(['call 1', 'call 2', undefined]);
  reads[2]?.finish();
});

test('a failed read fails its own keys only, and later ones are read', async () => {
  const { read, reads } = createRead();
  const first = read('a');
  await turn();
  const second = read('b');
  reads[0]?.fail();
  await expect(first).rejects.toThrow('the database is away');
  await turn();
  reads[1]?.finish();
  expect(await second).toBe('B');
});

test('keys do not wait longer than the maximum for a read that does not end', async () => {
  const { read, reads, keysOfReads } = createRead({ maxWaitMs: 5 });
  void read('a');
  await turn();
  const others = Promise.all([read('b'), read('c')]);
  await expect.poll(keysOfReads).toEqual([['a'], ['b', 'c']]);
  reads[1]?.finish();
  expect(await others).toEqual(['B', 'C']);
});

test('a read has at most the maximum number of keys', async () => {
  const { read, reads, keysOfReads } = createRead({ maxKeys: 2 });
  const all = Promise.all(['a', 'b', 'c'].map(read));
  await turn();
  expect(keysOfReads()).toEqual([['a', 'b'], ['c']]);
  for (const { finish } of reads) finish();
  expect(await all).toEqual(['A', 'B', 'C']);
});

test('each call gets the row of its own key, or null, in any order of the rows', async () => {
  const asked: (readonly string[])[] = [];
  const rows = [
    { id: 'c', name: 'Carla' },
    { id: 'a', name: 'Ana' },
  ];
  const find = readRowsTogether(
    async (ids) => {
      asked.push(ids);
      return rows.filter(({ id }) => ids.includes(id));
    },
    ({ id }) => id,
  );
  const found = await Promise.all(['a', 'b', 'c', 'a'].map(find));
  expect(found.map((row) => row?.name ?? null)).toEqual(['Ana', null, 'Carla', 'Ana']);
  expect(asked).toEqual([['a', 'b', 'c']]);
});
