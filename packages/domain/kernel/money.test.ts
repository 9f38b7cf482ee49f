// Tests that money never loses or gains a minor unit, for any number of decimals.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from './errors.ts';
import {
  add,
  exact,
  formatMoney,
  MAX_MINOR,
  maxMinor,
  minMinor,
  minor,
  negate,
  percentage,
  roundHalfAwayFromZero,
  roundToMinor,
  subtract,
  toMajor,
  toMinor,
  ZERO,
} from './money.ts';

const anyMinor = fc.integer({ min: -MAX_MINOR, max: MAX_MINOR }).map(minor);
const someMinor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(minor);
const decimals = fc.integer({ min: 0, max: 6 });

describe('toMinor and toMajor', () => {
  it.each([
    [12.34, 2, 1234],
    [0.1, 2, 10],
    [1.005, 3, 1005],
    [4.35, 2, 435],
    [1.1, 1, 11],
    [150, 0, 150],
    [-0.07, 2, -7],
    [0, 2, 0],
    [-0, 2, 0],
  ])('%d with %d decimals is %d minor units', (major, places, expected) => {
    expect(toMinor(major, places)).toBe(expected);
  });

  it.each([
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    [Number.NEGATIVE_INFINITY, 2],
    [1.234, 2],
    [0.5, 0],
    [1, -1],
    [1, 1.5],
    [1, 7],
    [1e15, 2],
    ['twelve', 2],
  ])('refuses %s with %s decimals', (major, places) => {
    expect(() => toMinor(major, places)).toThrowError(DomainError);
    expect(() => toMinor(major, places)).toThrowError(/^invalid_input/);
  });

  it('converts to major units and JSON and back without a change', () => {
    fc.assert(
      fc.property(anyMinor, decimals, (amount, places) => {
        const wire = JSON.stringify(toMajor(amount, places));
        expect(toMinor(JSON.parse(wire), places)).toBe(amount);
      }),
    );
  });

  it('supports fifteen digits', () => {
    expect(toMinor('9999999999999.99', 2)).toBe(MAX_MINOR);
    expect(() => toMinor('10000000000000.00', 2)).toThrowError(/^invalid_input/);
  });

  it('rejects fractions and overflow as minor units', () => {
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_MINOR + 1]) {
      expect(() => minor(value)).toThrowError(/^invalid_input/);
    }
    expect(() => add(minor(MAX_MINOR), minor(1))).toThrowError(/^invalid_input/);
  });
});

describe('rounding', () => {
  it.each([
    [2.5, 3],
    [-2.5, -3],
    [2.4999, 2],
    [-2.4999, -2],
    [0.5, 1],
    [-0.5, -1],
    [-0.4, 0],
    [1.5, 2],
  ])('%d rounds to %d', (value, expected) => {
    expect(roundHalfAwayFromZero(value)).toBe(expected);
  });

  it.each([
    [1.005, 2, 101],
    [1.0049, 2, 100],
    [2.675, 2, 268],
    [-1.005, 2, -101],
    [0.5, 0, 1],
    [1.0005, 3, 1001],
  ])(
    '%d at %d decimals is %d, although the nearest double may lie below the half',
    (major, places, expected) => {
      expect(roundToMinor(major, places)).toBe(expected);
    },
  );

  it('rounds once: digits after the twentieth still decide a half', () => {
    expect(roundToMinor('0.00499999999999999999999', 2)).toBe(0);
    expect(percentage(minor(1), '49.9999999999999999999999')).toBe(0);
  });

  it('is symmetric for gains and losses, and changes an amount by at most a half', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (thousandths) => {
        const value = thousandths / 1000;
        expect(roundHalfAwayFromZero(-value)).toBe(0 - roundHalfAwayFromZero(value));
        expect(Math.abs(roundHalfAwayFromZero(value) * 1000 - thousandths)).toBeLessThanOrEqual(500);
      }),
    );
  });
});

describe('arithmetic', () => {
  it('returns the smaller and the larger of two amounts', () => {
    const small = minor(-3);
    const large = minor(8);
    expect([minMinor(small, large), minMinor(large, small)]).toEqual([small, small]);
    expect([maxMinor(small, large), maxMinor(large, small)]).toEqual([large, large]);
    expect(add()).toBe(ZERO);
    expect(ZERO).toBe(0);
  });

  it('subtraction reverses addition', () => {
    fc.assert(
      fc.property(someMinor, someMinor, (first, second) => {
        expect(subtract(add(first, second), second)).toBe(first);
        expect(add(first, negate(first))).toBe(0);
      }),
    );
  });

  it.each([
    [1000, 10, 100],
    [1005, 10, 101],
    [1004, 10, 100],
    [333, 12.5, 42],
    [-1005, 10, -101],
    [999, 0, 0],
    [1, 50, 1],
  ])('of %d, %d %% is %d', (amount, percent, expected) => {
    expect(percentage(minor(amount), percent)).toBe(expected);
  });
});

describe('formatMoney', () => {
  it('puts the symbol before the number, or after it with swipe_symbol', () => {
    const uyu = { symbol: '$U', decimal: 2, swipe_symbol: false, locale: 'en' };
    expect(formatMoney(minor(123450), uyu)).toBe('$U\u00a01,234.50');
    expect(formatMoney(minor(123450), { ...uyu, swipe_symbol: true })).toBe('1,234.50\u00a0$U');
    expect(formatMoney(minor(123450), { ...uyu, locale: 'es-UY' })).toBe('$U\u00a01.234,50');
    expect(formatMoney(minor(-500), uyu)).toBe('-$U\u00a05.00');
    expect(formatMoney(ZERO, uyu)).toBe('$U\u00a00.00');
  });

  it('shows exactly the decimals of the currency', () => {
    expect(formatMoney(minor(1500), { symbol: '¥', decimal: 0, swipe_symbol: false })).toBe('¥\u00a01,500');
    expect(formatMoney(minor(1500), { symbol: 'KD', decimal: 3, swipe_symbol: true })).toBe('1.500\u00a0KD');
  });
});

describe('the limits of money', () => {
  it('are symmetric below zero, and zero has no sign', () => {
    expect(minor(-MAX_MINOR)).toBe(-MAX_MINOR);
    expect(() => minor(-MAX_MINOR - 1)).toThrowError(/^invalid_input/);
    expect(Object.is(minor(-0), 0)).toBe(true);
    expect(Object.is(negate(ZERO), 0)).toBe(true);
    expect(Object.is(roundHalfAwayFromZero(-0.4), 0)).toBe(true);
  });

  it('are six decimals', () => {
    expect(toMinor(1, 6)).toBe(1_000_000);
    expect(() => toMajor(minor(1), 7)).toThrowError(/^invalid_input/);
    expect(() => toMajor(minor(1), -1)).toThrowError(/^invalid_input/);
    expect(() => toMajor(minor(1), 0.5)).toThrowError(/^invalid_input/);
  });

  it.each(['', 'x', Number.NaN, Number.POSITIVE_INFINITY])('exclude %j as an exact number', (value) => {
    expect(() => exact(value)).toThrowError(/^invalid_input/);
  });
});
