// Tests the fields of a promo that an operator may enter: limits, defaults, and readable names.
import { describe, expect, it } from 'vitest';
import { fareBreakdown } from './fare-breakdown.schema.ts';
import { promo, promoDetails, promoInput, promoUpdate } from './promo.schema.ts';

const least = {
  promo_name: 'SUMMER',
  promo_discount_value: 10,
  promo_validity: 1_800_000_000_000,
  promo_usage_limit: 100,
};
const problemsOf = (change: object) =>
  promoInput.safeParse({ ...least, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the input of a promo', () => {
  it('defaults to a flat discount without a limit, for any price', () => {
    expect(promoInput.parse(least)).toEqual({
      ...least,
      promo_description: '',
      promo_discount_type: 'flat',
      max_promo_discount_value: null,
      min_order: 0,
    });
  });

  it('is edited by a version that fits in the database', () => {
    expect(promoUpdate.safeParse({ ...least, version: 2_147_483_647 }).success).toBe(true);
    for (const version of [0, 1.5, 2_147_483_648, 1e15])
      expect(promoUpdate.safeParse({ ...least, version }).success).toBe(false);
  });

  it('is trimmed', () => {
    const { promo_name, promo_description } = promoInput.parse({
      ...least,
      promo_name: ' SUMMER ',
      promo_description: '  Until March ',
    });
    expect([promo_name, promo_description]).toEqual(['SUMMER', 'Until March']);
  });

  it.each([
    ['promo_name', 'x'.repeat(60), 'x'.repeat(61)],
    ['promo_name', 'x', ' '],
    ['promo_description', 'x'.repeat(300), 'x'.repeat(301)],
    ['promo_discount_value', 0.01, 0],
    ['promo_discount_value', 1_000_000, 1_000_001],
    ['max_promo_discount_value', 0.01, 0],
    ['max_promo_discount_value', 1_000_000, 1_000_001],
    ['min_order', 0, -1],
    ['min_order', 1_000_000, 1_000_001],
    ['promo_validity', 0, -1],
    ['promo_validity', 8_640_000_000_000_000, 8_640_000_000_000_001],
    ['promo_validity', 1, 1.5],
    ['promo_usage_limit', 1, 0],
    ['promo_usage_limit', 10_000_000, 10_000_001],
    ['promo_usage_limit', 2, 2.5],
  ])('%s may be %j, but not %j', (field, allowed, refused) => {
    expect(problemsOf({ [field]: allowed })).toEqual([]);
    expect(new Set(problemsOf({ [field]: refused }))).toEqual(new Set([field]));
  });

  it('allows at most 100 percent, and any flat amount', () => {
    const percent = { promo_discount_type: 'percentage' };
    expect(problemsOf({ ...percent, promo_discount_value: 100 })).toEqual([]);
    expect(problemsOf({ ...percent, promo_discount_value: 100.01 })).toEqual(['promo_discount_value']);
    expect(problemsOf({ promo_discount_type: 'flat', promo_discount_value: 101 })).toEqual([]);
  });

  it.each(['A', '7', '%', '-', '夏', '€'])('can be named %s', (promo_name) => {
    expect(problemsOf({ promo_name })).toEqual([]);
  });

  it.each(['\u200b', 'SUM\u202eMER', '\u0301'])(
    'cannot have a name that cannot be read: %j',
    (promo_name) => {
      expect(problemsOf({ promo_name })).toEqual(['promo_name']);
    },
  );
});

describe('a stored promo', () => {
  it('has an id, a use count, a version and the time of its creation', () => {
    const stored = { ...promoInput.parse(least), id: 'p', user_avail: 3, createdAt: 5, version: 1 };
    expect(promo.parse(stored)).toEqual(stored);
    for (const field of ['id', 'user_avail', 'createdAt', 'version'])
      expect(promo.safeParse({ ...stored, [field]: undefined }).success).toBe(false);
  });

  it('stores only its key and its name with a booking', () => {
    expect(promoDetails.parse({ promo_key: 'k', promo_name: 'n', other: 1 })).toEqual({
      promo_key: 'k',
      promo_name: 'n',
    });
  });
});

describe('a shown fare breakdown', () => {
  it.each([
    'base',
    'distance',
    'time',
    'parcel',
    'option',
    'minimum',
    'rounding',
    'convenience_fee',
    'over_tolerance',
    'discount',
  ])('may have a line for %s', (kind) => {
    const fare = { lines: [{ kind, quantity: 2, rate: 3, amount: 6 }], minimum_reached: true };
    expect(fareBreakdown.parse(fare)).toEqual(fare);
  });

  it('rejects other kinds of lines', () => {
    const fare = { lines: [{ kind: 'tip', amount: 6 }], minimum_reached: false };
    expect(fareBreakdown.safeParse(fare).success).toBe(false);
  });
});
