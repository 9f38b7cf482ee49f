// Amounts as people of several languages type them.
import { describe, expect, it } from 'vitest';
import { isAmount, parseAmount } from './credit-input.ts';

describe('an amount that is typed', () => {
  it.each([
    ['', 0],
    ['25', 25],
    ['25.5', 25.5],
    ['25,5', 25.5],
    ['.5', 0.5],
    ['1 250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['1.250,50', 1250.5],
    ['1,250,000', 1_250_000],
    ['12.', 12],
  ])('%j is %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(['abc', '-5', '1e9', '12x', '.', '٥٠'])('%j is no number', (text) => {
    expect(parseAmount(text)).toBeNaN();
  });

  it('has to be above zero and have no more decimals than the currency', () => {
    expect([0, -1, Number.NaN, 1.005, 0.5].map((amount) => isAmount(amount, 2))).toEqual([
      ...[false, false, false, false],
      true,
    ]);
    expect(isAmount(0.5, 0)).toBe(false);
    expect(isAmount(0.07, 2)).toBe(true);
  });
});
