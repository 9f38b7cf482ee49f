// Tests of the number of texts that a language lacks, by the rules of missing and copied texts.
import { describe, expect, it } from 'vitest';
import { countMissing } from './count-missing.ts';
import type { Language } from './languages.repository.ts';
import type { NeededKey, ShippedTexts } from './shipped-texts.ts';

const needed = ['home', 'hello', 'rights'].map((key): [string, NeededKey] => [
  key,
  { key, area: 'core', english: '' },
]);
const spanish = new Map([
  ['home', 'Inicio'],
  ['hello', 'Hola {{name}}'],
]);
const shipped: ShippedTexts = {
  keys: [],
  english: {},
  of: (locale) => (locale === 'es' ? spanish : undefined),
  neededBy: () => new Map(needed),
};
const language = (langLocale: string, pairs: Language['pairs']): Language => ({
  id: langLocale,
  langName: langLocale,
  langLocale,
  dateLocale: langLocale,
  default: langLocale === 'en',
  pairs,
  version: 1,
  createdAt: 0,
});
const english = language('en', { home: 'Home', hello: 'Hello {{name}}', rights: '© {{year}}' });
const count = (one: Language) => countMissing(one, english, shipped);

describe('the missing texts', () => {
  it('of a shipped language are those that it lacks, also after the operator has changed others', () => {
    expect(count(language('es', {}))).toBe(1);
    expect(count(language('es', { home: 'Home' }))).toBe(1);
    expect(count(language('es', { rights: '©' }))).toBe(0);
  });

  it('of an added language include copies of the default language, except texts of symbols only', () => {
    expect(count(language('pl', english.pairs))).toBe(2);
    expect(count(language('pl', { ...english.pairs, hello: 'Cześć {{name}}' }))).toBe(1);
    expect(count(language('pl', { hello: '' }))).toBe(3);
  });

  it('of the default language are not compared with itself', () => {
    expect(count(english)).toBe(0);
  });
});
