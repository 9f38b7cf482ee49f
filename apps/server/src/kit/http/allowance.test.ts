// Tests rate limits with arbitrary keys and costs.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAllowance, TooManyRequests } from './allowance.ts';

const isAllowed = (spend: () => void): boolean => {
  try {
    spend();
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
};

it('admits the allowed number of calls, returns when to retry, and then starts a new window', () => {
  let ms = 0;
  const allowance = createAllowance(3, 10_000, () => ms);
  allowance.spend('a');
  ms = 4000;
  allowance.spend('a', 2);
  expect(() => allowance.spend('a')).toThrow(expect.objectContaining({ retryAfterSecs: 6 }));
  allowance.spend('b', 3);
  ms = 10_001;
  allowance.spend('a', 3);
});

it('does not count rejected calls, so that cheaper calls are still admitted', () => {
  const allowance = createAllowance(10, 1000, () => 0);
  allowance.spend('a', 8);
  expect(isAllowed(() => allowance.spend('a', 5))).toBe(false);
  expect(isAllowed(() => allowance.spend('a', 2))).toBe(true);
});

it('refunds calls that were not the caller’s fault', () => {
  const allowance = createAllowance(10, 1000, () => 0);
  allowance.spend('a', 10);
  allowance.refund('a', 10);
  expect(isAllowed(() => allowance.spend('a', 10))).toBe(true);
  allowance.refund('a', 100);
  expect(isAllowed(() => allowance.spend('a', 11))).toBe(false);
});

it('never admits more than allowed in a window, for any costs', () => {
  const costs = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(costs, fc.integer({ min: 1, max: 200 }), (asked, max) => {
      const allowance = createAllowance(max, 1000, () => 0);
      const spent = asked.filter((cost) => isAllowed(() => allowance.spend('a', cost)));
      expect(spent.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(max);
    }),
  );
});

it('stores a bounded number of callers', () => {
  const allowance = createAllowance(1, 60_000, () => 0);
  allowance.spend('first');
  for (let nth = 0; nth < 60_000; nth += 1) allowance.spend(`caller ${nth}`);
  // The entry was evicted, because many other callers were counted since.
  expect(isAllowed(() => allowance.spend('first'))).toBe(true);
  expect(isAllowed(() => allowance.spend('caller 59999'))).toBe(false);
});
