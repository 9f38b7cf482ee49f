// Tests that promo codes apply exactly under the conditions of the specification.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, minor } from '../kernel/index.ts';
import {
  applyPromo,
  discountOn,
  type PromoTerms,
  type PromoUse,
  promoNameKey,
  promoRefusalCodes,
  withDiscountLine,
} from './promo.ts';

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

  it('never deducts more than the cost of the trip, nor a negative amount', () => {
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

describe('discountOn', () => {
  const rules = fc.record({
    promo_discount_type: fc.constantFrom('flat' as const, 'percentage' as const),
    promo_discount_value: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 1000),
    max_promo_discount_value: fc.option(fc.integer({ min: 1, max: 50_000 }).map((value) => value / 100)),
  });
  const costs = fc.integer({ min: 0, max: 5_000_000 });

  it('equals an independent calculation in whole thousandths, for any rule and number of decimals', () => {
    fc.assert(
      fc.property(rules, costs, fc.constantFrom(0, 2, 3, 4), (rule, cost, decimals) => {
        const scale = 10n ** BigInt(decimals);
        const round = (amount: bigint, unit: bigint) => (2n * amount + unit) / (2n * unit);
        const thousandths = (value: number) => BigInt(Math.round(value * 1000));
        const value = thousandths(rule.promo_discount_value);
        const flat = round(value * scale, 1000n);
        const share = round(BigInt(cost) * value, 100_000n);
        const limit = rule.max_promo_discount_value;
        const most = limit === null ? share : round(thousandths(limit) * scale, 1000n);
        // JavaScript numbers are exact here, because every amount is far below 2^53.
        const whole = rule.promo_discount_type === 'flat' ? [flat] : [share, most];
        const expected = Math.min(...whole.map(Number), cost);
        expect(discountOn(rule, minor(cost), decimals)).toBe(expected);
      }),
    );
  });

  it('never deducts less from a more expensive trip', () => {
    fc.assert(
      fc.property(rules, costs, costs, (rule, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(discountOn(rule, minor(more), 2)).toBeGreaterThanOrEqual(discountOn(rule, minor(less), 2));
      }),
    );
  });
});

describe('promoNameKey', () => {
  it('is equal for all spellings of the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        expect(promoNameKey(`  ${promoNameKey(name)} `)).toBe(promoNameKey(name));
      }),
    );
    // Unicode normalisation turns the single diaeresis into a space and a combining mark.
    expect(promoNameKey(`  ${promoNameKey('\u00a8')} `)).toBe(promoNameKey('\u00a8'));
    expect(promoNameKey(' Año Nuevo')).toBe(promoNameKey('AN\u0303O NUEVO '));
    expect(promoNameKey('  Año NUEVO')).toBe('año nuevo');
    expect(promoNameKey('TEN')).not.toBe(promoNameKey('TEN 2'));
  });
});

describe('withDiscountLine', () => {
  const breakdown = { lines: [{ kind: 'base' as const, amount: 50 }], minimum_reached: false };

  it('adds the discount as a negative last line, so that the lines add up to the paid amount', () => {
    expect(withDiscountLine(breakdown, 12.5).lines).toEqual([
      ...breakdown.lines,
      { kind: 'discount', amount: -12.5 },
    ]);
    expect(breakdown.lines).toHaveLength(1);
  });

  it('adds no line without a discount', () => {
    expect(withDiscountLine(breakdown, 0)).toEqual(breakdown);
  });
});

it('every promo error has its own key in the catalogue', () => {
  const codes = Object.values(promoRefusalCodes);
  expect(new Set(codes).size).toBe(4);
  for (const code of codes) expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
});
