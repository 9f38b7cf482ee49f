// Tests the form of a promo: parses numbers in the language's format, and applies the server's rules.
import type { Promo } from '@kerb/domain/fare';
import { describe, expect, it } from 'vitest';
import { formOf, numberProblemOf, type PromoForm, problemTextOf, readForm } from './promo-form.ts';

const en = { locale: 'en-US', decimals: 2 };
const es = { locale: 'es-UY', decimals: 2 };
const typed: PromoForm = {
  promo_name: ' TEN ',
  promo_description: '',
  promo_discount_type: 'percentage',
  promo_discount_value: '12.5',
  max_promo_discount_value: '',
  min_order: '',
  promo_validity: 4_000_000_000_000,
  promo_usage_limit: '100',
};
const read = (change: Partial<PromoForm>, writing = en) => {
  const result = readForm({ ...typed, ...change }, writing);
  return 'input' in result ? result.input : [...result.wrong];
};

describe('a promo’s form', () => {
  it('is parsed into the request; empty fields mean no discount limit and no minimum order', () => {
    expect(read({})).toEqual({
      promo_name: 'TEN',
      promo_description: '',
      promo_discount_type: 'percentage',
      promo_discount_value: 12.5,
      max_promo_discount_value: null,
      min_order: 0,
      promo_validity: 4_000_000_000_000,
      promo_usage_limit: 100,
    });
    expect(read({ max_promo_discount_value: '1.250,50', min_order: '80,5' }, es)).toMatchObject({
      max_promo_discount_value: 1250.5,
      min_order: 80.5,
    });
  });

  it('drops the limit of a percentage when the discount is a flat value', () => {
    const flat = { promo_discount_type: 'flat', max_promo_discount_value: 'nonsense' } as const;
    expect(read(flat)).toMatchObject({ max_promo_discount_value: null, promo_discount_value: 12.5 });
  });

  it.each<[string, Partial<PromoForm>, string[]]>([
    ['no name', { promo_name: ' ' }, ['promo_name']],
    ['no value', { promo_discount_value: '' }, ['promo_discount_value']],
    ['words for a value', { promo_discount_value: 'ten' }, ['promo_discount_value']],
    ['nothing off', { promo_discount_value: '0' }, ['promo_discount_value']],
    ['more than 100 percent', { promo_discount_value: '101' }, ['promo_discount_value']],
    [
      'a part of a cent',
      { promo_discount_type: 'flat', promo_discount_value: '0.125' },
      ['promo_discount_value'],
    ],
    ['a limit of nothing', { max_promo_discount_value: '0' }, ['max_promo_discount_value']],
    ['a limit with a part of a cent', { max_promo_discount_value: '5.001' }, ['max_promo_discount_value']],
    ['a negative least order', { min_order: '-5' }, ['min_order']],
    ['no end', { promo_validity: null }, ['promo_validity']],
    ['half a use', { promo_usage_limit: '1.5' }, ['promo_usage_limit']],
    ['no uses', { promo_usage_limit: '0' }, ['promo_usage_limit']],
    ['several at once', { promo_name: '', promo_usage_limit: '' }, ['promo_name', 'promo_usage_limit']],
  ])('is refused with %s, and says where', (_, change, fields) => {
    expect(read(change)).toEqual(fields);
  });

  it('reports invisible characters, a missing name and a duplicate name as different errors', () => {
    expect(problemTextOf('promo_name', 'wrong', 'TEN\u202e')).toBe('hidden_letters');
    expect(problemTextOf('promo_name', 'wrong', ' \t')).toBe('promos_wrong_promo_name');
    expect(problemTextOf('promo_name', 'name_taken', 'TEN')).toBe('name_taken');
    expect(problemTextOf('promo_description', 'wrong', 'a\nb')).toBe('promos_wrong_promo_description');
  });

  it('reports the limit of a percentage, but not for an amount of money', () => {
    expect(numberProblemOf('promo_discount_value', 'percentage')).toBe('promos_wrong_promo_discount_value');
    expect(numberProblemOf('promo_discount_value', 'flat')).toBe('promos_wrong_promo_discount_amount');
    expect(numberProblemOf('min_order', 'flat')).toBe('promos_wrong_min_order');
  });

  it('starts with the promo in the number format of the language, and parses back to the same promo', () => {
    const promo: Promo = {
      id: 'p1',
      promo_name: 'TEN',
      promo_description: 'Ten',
      promo_discount_type: 'percentage',
      promo_discount_value: 33.333,
      max_promo_discount_value: 1250.5,
      min_order: 80,
      promo_validity: 4_000_000_000_000,
      promo_usage_limit: 10_000,
      user_avail: 3,
      version: 1,
      createdAt: 1,
    };
    const { id: _, user_avail: __, createdAt: ___, version: ____, ...input } = promo;
    for (const writing of [en, es, { locale: 'ar-EG', decimals: 2 }])
      expect(readForm(formOf(promo, writing), writing)).toEqual({ input });
    expect(formOf(promo, es).promo_discount_value).toBe('33,333');
    expect(formOf(null, en)).toMatchObject({ promo_name: '', promo_validity: null, min_order: '' });
  });
});
