// Tests the turns of callers, and which item is taken from a queue that is too long.
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function queueOf(...items: string[]) {
  const queue = createFairQueue<string>();
  // The first letter is the caller.
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
}

const takeAll = (queue: ReturnType<typeof queueOf>): string[] => {
  const taken: string[] = [];
  for (let item = queue.takeNext(); item !== undefined; item = queue.takeNext()) taken.push(item);
  return taken;
};

it('lets callers take turns, and returns the items of each in their order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.length()).toBe(0);
});

it('skips busy callers, who keep their turn', () => {
  const queue = queueOf('a1', 'b1', 'b2');
  const isBusy = (caller: string) => caller === 'a';
  expect([queue.takeNext(isBusy), queue.takeNext(isBusy), queue.takeNext(isBusy)]).toEqual([
    'b1',
    'b2',
    undefined,
  ]);
  expect(queue.takeNext()).toBe('a1');
});

it('removes an item, and ignores one that is not in the queue', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('a', 'a1');
  queue.remove('c', 'c1');
  expect([queue.length(), queue.countOf('a'), queue.countOf('c')]).toEqual([2, 1, 0]);
  queue.remove('a', 'a2');
  expect(takeAll(queue)).toEqual(['b1']);
});

it('takes the newest item of the caller with most items, if there are more than the count', () => {
  const queue = queueOf('a1', 'b1', 'b2', 'b3');
  expect(queue.takeFromLongest(3)).toBeUndefined();
  expect(queue.takeFromLongest(2)).toBe('b3');
  expect(queue.takeFromLongest(0)).toBe('b2');
  expect(queue.length()).toBe(2);
});
