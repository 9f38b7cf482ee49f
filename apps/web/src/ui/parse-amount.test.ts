// Tests parsing and formatting numbers as users type them in their languages.
import { shippedLanguages } from '@kerb/texts';
import { describe, expect, it } from 'vitest';
import { numberText, numberTextIn, parseAmount, parseNumber } from './parse-amount.ts';

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
    ['9999999999', 2, 'en', 9_999_999_999],
    ['1 000 000 001', 2, 'en', 1_000_000_001],
    ['1,234', 3, 'es', 1.234],
    ['0,125', 3, 'en', 0.125],
    ['1,5', 3, 'en', 1.5],
    ['1,234.500', 3, 'en', 1234.5],
    ['2,500', 3, 'fr', 2.5],
    ['1 234,50', 2, 'fr', 1234.5],
    ['1\u202f234', 2, 'fr', 1234],
    ['1\u00a0234,5', 2, 'pt-PT', 1234.5],
    ['1’234.50', 2, 'de-CH', 1234.5],
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
    ['1,234', 3, 'en'],
    ['1.234', 3, 'es'],
    ['1.234', 4, 'pt'],
    ['0.001', 2, 'en'],
    ['12,5', 0, 'es'],
    ['1.23.4', 2, 'es'],
    ['1234.567.890', 2, 'es'],
    ['NaN', 2, 'en'],
    ['.5.', 2, 'en'],
    ['١٢٫٥٥٥', 2, 'es'],
    ['١٫٢٫٣', 2, 'ar'],
    ['99999999999999', 2, 'en'],
    ['1,234', 2, 'fr'],
    ['1,234,567', 2, 'fr'],
    ['0.125', 2, 'es'],
    ['0.125.000', 2, 'es'],
  ])('refuses %s with %d decimals in %s', (text, decimals, locale) => {
    expect(parseAmount(text, decimals, locale)).toBeNull();
  });
});

const locales = [...shippedLanguages.map(({ langLocale }) => langLocale), 'pt-PT', 'ru', 'de', 'de-CH'];

describe.each(locales)('numbers in %s', (locale) => {
  it.each([0, 0.125, 1.375, 2.125, 1234.5, 1000])('are read as they are written: %d', (value) => {
    expect(parseNumber(numberText(value, locale), locale)).toBe(value);
  });
});

describe('parseNumber', () => {
  it.each([
    ['2,500', 'fr', 2.5],
    ['2,500', 'en', 2500],
    ['2.500', 'es', 2500],
    ['0.125', 'es', 0.125],
    ['0,125', 'en', 0.125],
  ])('reads %s in %s', (text, locale, value) => {
    expect(parseNumber(text, locale)).toBe(value);
  });
});

it('formats numbers with the decimal sign of the language and without grouping', () => {
  expect([numberText(1234.5, 'en'), numberText(1234.5, 'es'), numberText(0, 'ar')]).toEqual([
    '1234.5',
    '1234,5',
    '0',
  ]);
});

it('rewrites a number for another language', () => {
  expect(numberTextIn('1.375', 'en', 'es')).toBe('1,375');
  expect(numberTextIn('1,5 km', 'es', 'en')).toBe('1,5 km');
});
