// Tests parsing amounts as users type them in the three languages.
import { describe, expect, it } from 'vitest';
import { parseAmount } from './parse-amount.ts';

describe('parseAmount', () => {
  it.each([
    ['200', 2, 'en', 200],
    ['12,5', 2, 'en', 12.5],
    ['12.5', 2, 'es', 12.5],
    ['1.234,50', 2, 'es', 1234.5],
    ['1,234.50', 2, 'en', 1234.5],
    ['1.234', 2, 'es', 1234],
    ['1,234', 0, 'en', 1234],
    ['1.234', 3, 'en', 1.234],
    ['1.234.567', 2, 'es', 1_234_567],
    ['١٢٫٥', 2, 'ar', 12.5],
    ['١٢٫٥', 2, 'es', 12.5],
    ['١٬٢٣٤٫٥٠', 2, 'ar', 1234.5],
    ['١٢٫', 2, 'ar', 12],
    ['12,', 2, 'es', 12],
    [' 500 ', 0, 'en', 500],
  ])('reads %s with %d decimals in %s', (text, decimals, locale, amount) => {
    expect(parseAmount(text, decimals, locale)).toBe(amount);
  });

  it.each([
    ['', 2, 'en'],
    ['0', 2, 'en'],
    ['-5', 2, 'en'],
    ['abc', 2, 'en'],
    ['1e309', 2, 'en'],
    ['12.345', 2, 'en'],
    ['12,345', 2, 'es'],
    ['0.001', 2, 'en'],
    ['12,5', 0, 'es'],
    ['1.23.4', 2, 'es'],
    ['1234.567.890', 2, 'es'],
    ['9999999999', 2, 'en'],
    ['NaN', 2, 'en'],
    ['.5.', 2, 'en'],
    ['١٢٫٥٥٥', 2, 'es'],
    ['١٫٢٫٣', 2, 'ar'],
    ['1 000 000 001', 2, 'en'],
  ])('refuses %s with %d decimals in %s', (text, decimals, locale) => {
    expect(parseAmount(text, decimals, locale)).toBeNull();
  });
});
