// Tests memoised bulk reads: every key is read once, and a key without a value is not read again.
import { expect, test } from 'vitest';
import { readOnce, readSetOnce } from './read-once.ts';

test('each key is read once, also when it has no value', async () => {
  const calls: (readonly string[])[] = [];
  const read = readOnce(async (keys) => {
    calls.push(keys);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  });
  expect([...(await read(['a', 'none', 'a']))]).toEqual([['a', 'A']]);
  expect([...(await read(['none', 'b', 'a']))]).toEqual([
    ['b', 'B'],
    ['a', 'A'],
  ]);
  expect(await read(['a', 'none'])).toEqual(new Map([['a', 'A']]));
  expect(calls).toEqual([['a', 'none'], ['b']]);
});

test('concurrent calls share one read, and its failure fails each of them', async () => {
  const calls: (readonly string[])[] = [];
  let fails = false;
  const read = readOnce(async (keys) => {
    calls.push(keys);
    if (fails) throw new Error('the database is away');
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  const answers = await Promise.all([read(['a', 'b']), read(['b', 'c']), read(['c'])]);
  expect(answers.map((answer) => [...answer.values()])).toEqual([['A', 'B'], ['B', 'C'], ['C']]);
  expect(calls).toEqual([['a', 'b', 'c']]);
  fails = true;
  const failed = await Promise.allSettled([read(['d']), read(['a', 'd'])]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a set of keys is read once as well', async () => {
  let calls = 0;
  const read = readSetOnce(async (keys) => {
    calls += 1;
    return new Set(keys.filter((key) => key > 'b'));
  });
  expect(await read(['a', 'c'])).toEqual(new Set(['c']));
  expect(await read(['c', 'a'])).toEqual(new Set(['c']));
  expect(calls).toBe(1);
});
