// The pickers speak every language that ships, and English where they know no better.
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { pickerLocale } from './picker-locale.ts';

it.each([
  ['en', 'en', 'en', 'January'],
  ['es', 'es-UY', 'es', 'enero'],
  ['pt', 'pt-BR', 'pt-br', 'janeiro'],
  ['pt-PT', 'pt-PT', 'pt', 'janeiro'],
  ['fr', 'fr', 'fr', 'janvier'],
  ['ar', 'ar-u-nu-latn', 'ar', 'يناير'],
  ['de', 'es-UY', 'en', 'January'],
  ['xx', 'nonsense', 'en', 'January'],
])('%s with dates of %s: %s', (locale, dateLocale, expected, january) => {
  expect(pickerLocale({ locale, dateLocale })).toBe(expected);
  expect(dayjs('2026-01-15').locale(expected).format('MMMM')).toBe(january);
});
