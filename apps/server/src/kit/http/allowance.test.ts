// Tests rate limits with arbitrary keys and costs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAllowance, createBurstAllowance, TooManyRequests } from './allowance.ts';

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

describe('an allowance with a burst', () => {
  it('admits the burst at once, returns when to retry, and is refilled continuously', () => {
    let ms = 0;
    const allowance = createBurstAllowance({ burst: 10, perMinute: 60 }, () => ms);
    allowance.spend('a', 10);
    expect(() => allowance.spend('a', 4)).toThrow(expect.objectContaining({ retryAfterSecs: 4 }));
    expect(isAllowed(() => allowance.spend('b', 10))).toBe(true);
    ms = 4000;
    expect(isAllowed(() => allowance.spend('a', 4))).toBe(true);
    expect(isAllowed(() => allowance.spend('a'))).toBe(false);
    ms = 600_000;
    expect(isAllowed(() => allowance.spend('a', 10))).toBe(true);
    expect(isAllowed(() => allowance.spend('a'))).toBe(false);
  });

  it('admits a cost above the burst only when full, and then waits until the debt is refilled', () => {
    let ms = 0;
    const allowance = createBurstAllowance({ burst: 10, perMinute: 60 }, () => ms);
    allowance.spend('a', 15);
    ms = 5500;
    expect(isAllowed(() => allowance.spend('a'))).toBe(false);
    ms = 6000;
    expect(isAllowed(() => allowance.spend('a'))).toBe(true);
    expect(isAllowed(() => allowance.spend('a', 15))).toBe(false);
  });

  it('refunds at most up to the burst', () => {
    const allowance = createBurstAllowance({ burst: 10, perMinute: 60 }, () => 0);
    allowance.spend('a', 4);
    allowance.refund('a', 100);
    expect(isAllowed(() => allowance.spend('a', 10))).toBe(true);
    expect(isAllowed(() => allowance.spend('a'))).toBe(false);
  });

  it('never admits more than the burst and what was refilled, for any costs and times', () => {
    const calls = fc.array(
      fc.record({ cost: fc.integer({ min: 1, max: 20 }), afterMs: fc.integer({ min: 0, max: 3000 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(calls, (asked) => {
        let ms = 0;
        const allowance = createBurstAllowance({ burst: 20, perMinute: 120 }, () => ms);
        let spent = 0;
        for (const { cost, afterMs } of asked) {
          ms += afterMs;
          if (isAllowed(() => allowance.spend('a', cost))) spent += cost;
          expect(spent).toBeLessThanOrEqual(20 + (ms / 60_000) * 120 + 1e-6);
        }
      }),
    );
  });
});
