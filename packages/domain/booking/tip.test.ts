// Tests who may tip, until when, and the suggested amounts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minor } from '../kernel/index.ts';
import { bookingStatus } from './booking.schema.ts';
import { isTipTooLarge, mayTip, suggestedTips, TIP_WITHIN_MS } from './tip.ts';

const trip = { status: 'PAID', driver: 'd', trip_end_time: 1_000, tip: minor(0) } as const;

test('a trip can be tipped once it is paid, rated or not', () => {
  const tippable = bookingStatus.options.filter((status) => mayTip({ ...trip, status }, 2_000));
  expect(tippable).toEqual(['PAID', 'COMPLETE']);
});

test('a trip can be tipped for two weeks after its end, and not without an end', () => {
  expect(TIP_WITHIN_MS).toBe(14 * 24 * 3_600_000);
  expect(mayTip(trip, 1_000 + TIP_WITHIN_MS - 1)).toBe(true);
  expect(mayTip(trip, 1_000 + TIP_WITHIN_MS)).toBe(false);
  expect(mayTip({ ...trip, trip_end_time: null }, 2_000)).toBe(false);
});

test('a trip can be tipped only once, and only with a driver', () => {
  expect(mayTip({ ...trip, tip: minor(1) }, 2_000)).toBe(false);
  expect(mayTip({ ...trip, driver: null }, 2_000)).toBe(false);
});

test('a tip is at most the price of the trip', () => {
  expect(isTipTooLarge(minor(500), minor(500))).toBe(false);
  expect(isTipTooLarge(minor(501), minor(500))).toBe(true);
});

test.each([
  [18_900, [2_000, 3_000, 4_000]],
  [850, [100, 140, 180]],
  // 4 % is 5, which is a round amount itself, so amounts are multiples of 5.
  [125, [15, 20, 25]],
  [100_000, [10_000, 16_000, 20_000]],
  [45_000, [5_000, 7_000, 9_000]],
  [7, [1, 2]],
  [1, [1]],
  [0, []],
])('for a price of %d the suggestions are %j', (price, tips) => {
  expect(suggestedTips(minor(price))).toEqual(tips);
});

test('suggested tips increase, are whole, and are between 10 % and about 25 % of the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (price) => {
      const tips = suggestedTips(minor(price));
      expect(tips.length).toBeGreaterThan(0);
      expect([...tips].sort((a, b) => a - b)).toEqual(tips);
      for (const tip of tips) {
        expect(Number.isInteger(tip)).toBe(true);
        expect(tip).toBeGreaterThanOrEqual(price * 0.1);
        expect(tip).toBeLessThanOrEqual(Math.max(1, price * 0.25 + 1));
      }
    }),
  );
});
