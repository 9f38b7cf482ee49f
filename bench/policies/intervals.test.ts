// Tests that an interval contains its ratio, is repeatable, and is narrow when all pairs agree.
import { expect, it } from 'vitest';
import { ratioInterval } from './intervals.ts';

it('returns the ratio itself when every pair has the same ratio', () => {
  const pairs = [3, 5, 9].map((limit) => ({ ours: limit / 2, limit }));
  expect(ratioInterval(pairs)).toEqual({ ratio: 0.5, low: 0.5, high: 0.5 });
});

it('contains the ratio, and returns the same interval on each call', () => {
  const pairs = [0.4, 0.9, 0.6, 0.7, 0.5].map((ours) => ({ ours, limit: 1 }));
  const interval = ratioInterval(pairs);
  expect(interval.ratio).toBeCloseTo(0.62);
  expect(interval.low).toBeGreaterThan(0.4);
  expect(interval.low).toBeLessThan(0.62);
  expect(interval.high).toBeGreaterThan(0.62);
  expect(interval.high).toBeLessThan(0.9);
  expect(ratioInterval(pairs)).toEqual(interval);
});
