// Promo codes apply under every condition of the specification, and only then.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../kernel/index.ts';
import { applyPromo, type PromoTerms, type PromoUse } from './promo.ts';

const now = Date.UTC(2026, 4, 1, 12);

const tenPercent: PromoTerms = {
  promo_discount_type: 'percentage',
  promo_discount_value: 10,
  max_promo_discount_value: 50,
  min_order: 100,
  promo_validity: now + 1000,
  promo_usage_limit: 3,
  user_avail: 0,
};
const use: PromoUse = { trip_cost: minor(20_000), now, usedByRider: false, decimals: 2 };

const discount = (promo: Partial<PromoTerms>, how: Partial<PromoUse> = {}) =>
  applyPromo({ ...tenPercent, ...promo }, { ...use, ...how });

describe('applyPromo', () => {
  it.each<[string, Partial<PromoTerms>, Partial<PromoUse>, number]>([
    ['10 % of 200.00', {}, {}, 2000],
    ['10 % of 900.00, capped at 50.00', {}, { trip_cost: minor(90_000) }, 5000],
    ['10 % of 900.00 without a cap', { max_promo_discount_value: null }, { trip_cost: minor(90_000) }, 9000],
    ['10 % of 100.05, a half: up', {}, { trip_cost: minor(10_005) }, 1001],
    ['flat 30.00', { promo_discount_type: 'flat', promo_discount_value: 30 }, {}, 3000],
    ['flat 80.00 is not capped', { promo_discount_type: 'flat', promo_discount_value: 80 }, {}, 8000],
    ['flat 500.00 of 200.00', { promo_discount_type: 'flat', promo_discount_value: 500 }, {}, 20_000],
    ['exactly the minimum order', {}, { trip_cost: minor(10_000) }, 1000],
    ['in its last moment', { promo_validity: now }, {}, 2000],
    ['its last use', { user_avail: 2 }, {}, 2000],
    [
      '10 % of 2000 yen',
      { min_order: 0, max_promo_discount_value: 500 },
      { trip_cost: minor(2000), decimals: 0 },
      200,
    ],
  ])('takes off: %s', (_name, promo, how, expected) => {
    expect(discount(promo, how)).toEqual({ ok: true, discount: expected });
  });

  it.each<[string, Partial<PromoTerms>, Partial<PromoUse>]>([
    ['below_min_order', {}, { trip_cost: minor(9_999) }],
    ['below_min_order', { min_order: 100 }, { trip_cost: minor(99), decimals: 0 }],
    ['expired', { promo_validity: now - 1 }, {}],
    ['usage_limit_reached', { user_avail: 3 }, {}],
    ['usage_limit_reached', { promo_usage_limit: 0 }, {}],
    ['already_used', {}, { usedByRider: true }],
  ])('refuses: %s', (reason, promo, how) => {
    expect(discount(promo, how)).toEqual({ ok: false, reason });
  });

  it('never takes off more than the trip costs, nor less than nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('flat' as const, 'percentage' as const),
        fc.integer({ min: 0, max: 500 }),
        fc.option(fc.integer({ min: 0, max: 500 })),
        fc.integer({ min: 0, max: 1_000_000 }),
        (promo_discount_type, promo_discount_value, max_promo_discount_value, cost) => {
          const result = discount(
            { promo_discount_type, promo_discount_value, max_promo_discount_value, min_order: 0 },
            { trip_cost: minor(cost) },
          );
          expect(result.ok).toBe(true);
          if (!result.ok) return;
          expect(result.discount).toBeGreaterThanOrEqual(0);
          expect(result.discount).toBeLessThanOrEqual(cost);
          if (promo_discount_type === 'percentage' && max_promo_discount_value !== null) {
            expect(result.discount).toBeLessThanOrEqual(max_promo_discount_value * 100);
          }
        },
      ),
    );
  });
});
