// Tests that the pickers support every shipped language, others that the browser supports, and English as the fallback.
import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat';
import { expect, it } from 'vitest';
import { pickerLocale } from './picker-locale.ts';

dayjs.extend(localizedFormat);

it.each([
  ['en', 'en', 'en', 'January'],
  ['es', 'es-UY', 'es', 'enero'],
  ['pt', 'pt-BR', 'pt-br', 'janeiro'],
  ['pt-PT', 'pt-PT', 'pt', 'janeiro'],
  ['fr', 'fr', 'fr', 'janvier'],
  ['ar', 'ar-u-nu-latn', 'ar', 'يناير'],
  ['de', 'de', 'de/de', 'Januar'],
  ['ka', 'nonsense', 'ka/ka', 'იანვარი'],
  ['xx', 'nonsense', 'en', 'January'],
  ['no locale', 'de', 'en', 'January'],
])('%s with dates of %s: %s', (locale, dateLocale, expected, january) => {
  expect(pickerLocale({ locale, dateLocale })).toBe(expected);
  expect(dayjs('2026-01-15').locale(expected).format('MMMM')).toBe(january);
});

it.each([
  ['de', 'de', '15.01.2026', '18:05', 'Donnerstag, 15. Januar 2026 18:05', 1],
  ['de', 'en-US', '01/15/2026', '6:05 PM', 'Donnerstag, Januar 15, 2026 6:05 PM', 0],
  ['ja', 'ja', '2026/01/15', '18:05', '木曜日, 2026年1月15日 18:05', 0],
  ['he', 'he', '15.01.2026', '18:05', 'יום חמישי, 15 בינואר 2026 18:05', 0],
  ['fa', 'fa', '2026/01/15', '18:05', 'پنجشنبه, 15 ژانویه 2026 18:05', 6],
])('%s with dates of %s is written as there', (locale, dateLocale, day, clock, whole, weekStart) => {
  const name = pickerLocale({ locale, dateLocale });
  const at = dayjs('2026-01-15T18:05').locale(name);
  expect(at.format('L')).toBe(day);
  expect(at.format('LT')).toBe(clock);
  expect(at.format('LLLL')).toBe(whole);
  expect(dayjs.Ls[name]?.weekStart).toBe(weekStart);
});
