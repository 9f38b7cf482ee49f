// Tests of cycles of reads and writes: known anomalies are found, and serial histories have none of them.
import { seededRandom } from '@kerb/testing';
import { describe, expect, test } from 'vitest';
import { findCycle, type Touching } from './dependency-graph.ts';

/** All calls at the same time, unless times are given. */
function call(
  label: string,
  reads: Record<string, number> = {},
  times: [number, number] = [0, 100],
): Touching {
  const [called, answered] = times;
  return {
    label,
    called,
    answered,
    reads: Object.entries(reads).map(([object, versions]) => ({ object, versions })),
  };
}
const written = (versions: Record<string, (number | null)[]>) => new Map(Object.entries(versions));
const kindsOf = (calls: readonly Touching[], versions: Record<string, (number | null)[]>) =>
  findCycle(calls, written(versions))?.kinds.toSorted() ?? null;

describe('a cycle', () => {
  test('is detected when two calls overwrite each other in opposite orders', () => {
    expect(kindsOf([call('a'), call('b')], { x: [0, 1], y: [1, 0] })).toEqual(['ww', 'ww']);
  });

  test('is detected when two calls read each other’s writes', () => {
    expect(kindsOf([call('a', { y: 1 }), call('b', { x: 1 })], { x: [0], y: [1] })).toEqual(['wr', 'wr']);
  });

  test('is detected when a read returns one half of a transfer', () => {
    const calls = [call('transfer'), call('reader', { x: 1, y: 0 })];
    expect(kindsOf(calls, { x: [0], y: [0] })).toEqual(['rw', 'wr']);
  });

  test('is detected when an update is lost', () => {
    const calls = [call('a', { x: 0 }), call('b', { x: 0 })];
    expect(kindsOf(calls, { x: [0, 1] })).toEqual(['rw', 'ww']);
  });

  test('is detected when both halves of a condition were changed concurrently (write skew)', () => {
    const calls = [call('a', { y: 0 }), call('b', { x: 0 })];
    expect(kindsOf(calls, { x: [0], y: [1] })).toEqual(['rw', 'rw']);
  });

  test('is detected when a read misses a write that was answered before it', () => {
    const calls = [call('write', {}, [0, 1]), call('read', { x: 0 }, [2, 3])];
    expect(kindsOf(calls, { x: [0] })).toEqual(['rt', 'rw']);
  });

  test('is reported with its calls and objects', () => {
    expect(findCycle([call('a', { y: 0 }), call('b', { x: 0 })], written({ x: [0], y: [1] }))?.text).toBe(
      'a → rw of y → b → rw of x → the first',
    );
  });

  test('does not include writes by callers outside the history', () => {
    expect(kindsOf([call('a', { x: 1 })], { x: [null, null, 0] })).toBeNull();
  });
});

test('sequential calls have no cycle, however many there are', () => {
  const random = seededRandom(3);
  const versions: Record<string, number[]> = { x: [], y: [], z: [] };
  const calls = Array.from({ length: 300 }, (_, index) => {
    const reads = Object.fromEntries(
      Object.entries(versions).map(([name, writers]) => [name, writers.length]),
    );
    for (const writers of Object.values(versions)) if (random() < 0.5) writers.push(index);
    return call(`${index}`, reads, [index, index + 0.5]);
  });
  expect(findCycle(calls, written(versions))).toBeNull();
});
