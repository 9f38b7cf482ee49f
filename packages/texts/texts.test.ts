// Tests every text of the product in every shipped language: complete, without extra keys, the same variables, no
// invisible characters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  baseOf,
  directionOf,
  isolated,
  isPlural,
  type KeyValuePairs,
  neededKeys,
  pluralForms,
  shippedLanguages,
  variablesOf,
  wrongVariables,
} from './index.ts';
import { syntaxProblem } from './text-syntax.ts';
import { withoutDelivery } from './without-delivery.ts';

const folder = join(import.meta.dirname, 'locales');
const filesOf = (locale: string): string[] => readdirSync(join(folder, locale)).toSorted();
const read = (locale: string, file: string): KeyValuePairs =>
  JSON.parse(readFileSync(join(folder, locale, file), 'utf8'));

const areas = filesOf('en');
const english: KeyValuePairs = Object.assign({}, ...areas.map((file) => read('en', file)));
const locales = shippedLanguages.map(({ langLocale }) => langLocale);

test('has a folder for each shipped language, and no others', () => {
  expect(readdirSync(folder).toSorted()).toEqual(locales.toSorted());
});

test('each key belongs to one area, and is in a translation map once', () => {
  const keys = areas.flatMap((file) => Object.keys(read('en', file)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

describe.each(locales)('%s', (locale) => {
  it('has the areas of English', () => {
    expect(filesOf(locale)).toEqual(areas);
  });

  it.each(areas)('says all of %s, with the same variables and nothing that cannot be seen', (file) => {
    const texts = read(locale, file);
    const needed = neededKeys(locale, read('en', file));
    expect(Object.keys(texts).toSorted()).toEqual(needed.map(({ key }) => key).toSorted());
    for (const { key, english: base } of needed) {
      const text = texts[key] ?? '';
      const amiss = wrongVariables(text, { key, english: base }, english);
      expect([key, amiss]).toEqual([key, { missing: [], unknown: [] }]);
      expect([key, text.trim() === '', text.length > 4000]).toEqual([key, false, false]);
      expect([key, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E]/u.test(text)]).toEqual([key, false]);
      // A single brace would be displayed to users.
      expect([key, text.replaceAll(/\{\{\s*\w+\s*\}\}/g, '').match(/[{}]/)]).toEqual([key, null]);
    }
  });
});

test.each(['delivery.json', 'server-delivery.json'])('%s replaces texts of other areas', (file) => {
  const forms = (key: string) => [key, key.replace(/_(zero|two|few|many)$/, '_other')];
  for (const locale of locales)
    for (const [key, text] of Object.entries(read(locale, file))) {
      const replaced = forms(withoutDelivery(key)).find((form) => form in english) ?? '';
      expect([locale, key, replaced, withoutDelivery(key) === key]).toEqual([
        locale,
        key,
        expect.stringMatching(/./),
        false,
      ]);
      const { unknown } = wrongVariables(text, { key: replaced, english: english[replaced] ?? '' }, english);
      expect([locale, key, unknown]).toEqual([locale, key, []]);
    }
});

describe('the rules for texts', () => {
  const counts = { ride_one: '{{count}} ride', ride_other: '{{count}} rides', kind_other: 'Other' };

  it('distinguishes a plural form from a key with the same ending', () => {
    expect(isPlural('ride_other', counts)).toBe(true);
    expect(isPlural('kind_other', counts)).toBe(false);
    expect([baseOf('ride_one', counts), baseOf('kind_other', counts)]).toEqual(['ride', 'kind_other']);
  });

  it('requires the plural forms of the language, each from its English form or the general one', () => {
    expect(pluralForms('ja')).toEqual(['other']);
    expect(pluralForms('no such locale')).toEqual(['one', 'other']);
    expect(neededKeys('ja', counts)).toEqual([
      { key: 'ride_other', english: '{{count}} rides' },
      { key: 'kind_other', english: 'Other' },
    ]);
    const arabic = neededKeys('ar', counts).filter(({ key }) => key.startsWith('ride_'));
    expect(arabic).toHaveLength(6);
    expect(arabic).toContainEqual({ key: 'ride_few', english: '{{count}} rides' });
  });

  it('returns each variable once, in order, with any spacing', () => {
    expect(variablesOf('{{ b }} {{a}} {{b}} {c} {{d-e}}')).toEqual(['a', 'b']);
  });

  it.each([
    ['{{a}} of {{ b }} {c}', null],
    ['{{a', 'braces'],
    ['{{{a}}}', 'braces'],
    ['{{a b}}', 'braces'],
    ['costs $5 ($t)', null],
    ['$t(home)', 'reference'],
  ])('checks the braces and references of %s', (text, problem) => {
    expect(syntaxProblem(text)).toBe(problem);
  });

  it('allows a plural form to omit the number, and no other variable', () => {
    const texts = {
      away_one: '{{n}} minute to {{place}}',
      away_other: '{{n}} minutes to {{place}}',
      ...counts,
    };
    const amiss = (key: string, english: string, text: string) =>
      wrongVariables(text, { key, english }, texts);
    const none = { missing: [], unknown: [] };
    expect(amiss('ride_few', '{{count}} rides', 'a ride')).toEqual(none);
    expect(amiss('away_two', '{{n}} minutes to {{place}}', 'two minutes to {{place}}')).toEqual(none);
    expect(amiss('away_two', '{{n}} minutes to {{place}}', 'soon').missing).toEqual(['n', 'place']);
    expect(amiss('ride_one', '{{count}} of {{all}}', '{{count}}').missing).toEqual(['all']);
    expect(amiss('kind_other', '{{count}}', 'x').missing).toEqual(['count']);
    expect(amiss('kind_other', 'Other', '{{count}}').unknown).toEqual(['count']);
  });

  it('returns the direction of a language by its script', () => {
    expect(['ar', 'he', 'fa-IR', 'az-Arab'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
    expect(['en', 'es', 'ja', 'az', '?'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'ltr']);
  });

  it.each(shippedLanguages)('lists valid tags and the direction of $langLocale', (language) => {
    const tags = [language.langLocale, language.dateLocale];
    expect(Intl.getCanonicalLocales(tags)).toEqual([...new Set(tags)]);
    // The tag with its script is not a shipped tag, so that its direction is looked up.
    const withScript = tags.map((tag) => new Intl.Locale(tag).maximize().toString());
    expect([...tags, ...withScript].map(directionOf)).toEqual(Array(4).fill(language.direction));
  });

  it('isolates the values put into a sentence, and leaves an empty text empty', () => {
    expect(isolated('$U 12')).toBe('\u2068$U 12\u2069');
    expect(isolated('')).toBe('');
  });
});
