// Bulk reads with a memory: every key is read once, and what has no value stays without one.
import { expect, test } from 'vitest';
import { readOnce, readSetOnce } from './read-once.ts';

test('each key is read once, keys without a value too', async () => {
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

test('a set is read once as well', async () => {
  let calls = 0;
  const read = readSetOnce(async (keys) => {
    calls += 1;
    return new Set(keys.filter((key) => key > 'b'));
  });
  expect(await read(['a', 'c'])).toEqual(new Set(['c']));
  expect(await read(['c', 'a'])).toEqual(new Set(['c']));
  expect(calls).toBe(1);
});
