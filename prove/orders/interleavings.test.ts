// Tests the enumeration of interleavings.
import { describe, expect, test } from 'vitest';
import { forEachOrder } from './interleavings.ts';

/** Two actions of three steps each, as texts like AABABB. */
async function ordersOf(preemptions: number): Promise<string[]> {
  const found: string[] = [];
  await forEachOrder(
    async (choose, order) => {
      const left = [3, 3];
      let last = 0;
      while (left.some((steps) => steps > 0)) {
        const enabled = [last, 1 - last].filter((index) => (left[index] ?? 0) > 0);
        last = choose(enabled);
        left[last] = (left[last] ?? 0) - 1;
      }
      found.push(
        order()
          .map((index) => 'AB'[index])
          .join(''),
      );
      return false;
    },
    { preemptions },
  );
  return found;
}

describe('the schedules of two actions', () => {
  test('are complete without a bound, each once', async () => {
    const orders = await ordersOf(6);
    expect(new Set(orders).size).toBe(20);
    expect(orders).toHaveLength(20);
  });

  test('are fewer when actions rarely wait for each other', async () => {
    expect(await ordersOf(0)).toEqual(['AAABBB', 'BBBAAA']);
  });
});
