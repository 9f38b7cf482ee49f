// Tests typed locales: normalised to the standard spelling, and rejected when the browser does not support them.
import { expect, it } from 'vitest';
import { exampleOf, localeOf, nameProblemOf } from './locale-rules.ts';

it.each([
  ['de', 'de'],
  [' PT-br ', 'pt-BR'],
  ['zh-hant', 'zh-Hant'],
  ['ar-u-nu-latn', 'ar-u-nu-latn'],
  ['', null],
  ['german', null],
  ['en-a', null],
  ['de_DE', null],
  ['<b>', null],
  ['de-'.padEnd(60, 'a'), null],
])('“%s” is %s', (typed, locale) => {
  expect(localeOf(typed)).toBe(locale);
});

it('formats a date and a number for the locale', () => {
  expect(exampleOf('en', Date.UTC(2026, 10, 22, 12))).toBe('Nov 22, 2026 · 1,234.5');
  expect(exampleOf('de', Date.UTC(2026, 10, 22, 12))).toBe('22.11.2026 · 1.234,5');
});

it.each([
  ['  ', 'language_name_missing'],
  ['👨‍👩‍👧‍👦', 'language_name_missing'],
  ['Deutsch\u202e', 'hidden_letters'],
  ['Deutsch\tDE', 'hidden_letters'],
  [' Deutsch\t', null],
  ['<b>Deutsch</b> العربية', null],
])('of the name %j is said: %s', (typed, problem) => {
  expect(nameProblemOf(typed)).toBe(problem);
});
