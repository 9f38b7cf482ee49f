// Tests texts in several languages: which text a reader gets, what is stored, and which texts already exist.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  localeOfSameText,
  ownTextIn,
  type Translated,
  type Translations,
  textIn,
  withoutBlankTexts,
} from '../kernel/index.ts';
import { MAX_TRANSLATIONS, shownText, translationsOf } from './index.ts';

const economy: Translated<'name' | 'extra_info'> = {
  name: 'Economy',
  extra_info: '',
  translations: {
    ar: { name: 'اقتصادية' },
    es: { name: 'Económico', extra_info: 'Viajes de todos los días' },
    pt: { extra_info: 'Para todos os dias' },
    fr: { name: '  ' },
  },
};

describe('a text', () => {
  it.each([
    ['es', 'Económico', 'Viajes de todos los días'],
    ['ar', 'اقتصادية', ''],
    ['pt', 'Economy', 'Para todos os dias'],
    ['fr', 'Economy', ''],
    ['de', 'Economy', ''],
    // A variant without a text falls back to the language itself.
    ['es-UY', 'Económico', 'Viajes de todos los días'],
    ['est', 'Economy', ''],
    ['', 'Economy', ''],
    ['constructor', 'Economy', ''],
  ])('for a reader of %s is its own or the default one', (locale, name, note) => {
    expect([textIn(economy, 'name', locale), textIn(economy, 'extra_info', locale)]).toEqual([name, note]);
  });

  it('of the variant is preferred to that of its language, and the default text is the fallback', () => {
    const both = { name: 'A', translations: { pt: { name: 'B' }, 'pt-BR': { name: 'C' } } };
    expect(['pt-BR', 'pt', 'pt-PT'].map((locale) => textIn(both, 'name', locale))).toEqual(['C', 'B', 'B']);
    expect(textIn({ name: 'A' }, 'name', 'pt')).toBe('A');
    expect(ownTextIn(undefined, 'name', 'pt')).toBeUndefined();
    expect(ownTextIn(economy.translations, 'name', 'pt')).toBeUndefined();
  });
});

const locales = fc.constantFrom('en', 'es', 'es-UY', 'pt', 'ar', 'zh-Hant', '__proto__', 'toString');
const label = fc.string({ unit: 'grapheme', maxLength: 8 });
const schema = translationsOf(z.object({ label: shownText(120) }).partial());

describe('for any texts and readers', () => {
  it('the shown text is one that was entered, in the reader’s language if possible, never blank', () => {
    fc.assert(
      fc.property(
        label.filter((text) => text.trim() !== ''),
        fc.array(fc.tuple(locales, label)),
        locales,
        (byDefault, written, reader) => {
          const translations = Object.fromEntries(written.map(([locale, text]) => [locale, { label: text }]));
          const shown = textIn({ label: byDefault, translations }, 'label', reader);
          const own = Object.hasOwn(translations, reader) ? translations[reader]?.label : undefined;
          const texts = [byDefault, ...Object.values(translations).map((one) => one.label)];
          expect(shown.trim()).not.toBe('');
          expect(texts).toContain(shown);
          if (own?.trim()) expect(shown).toBe(own);
          // Texts that are not stored make no difference to any reader.
          const stored = withoutBlankTexts(translations);
          expect(textIn({ label: byDefault, translations: stored }, 'label', reader).trim()).toBe(
            shown.trim(),
          );
        },
      ),
    );
  });
});

describe('what is stored', () => {
  it('is trimmed, without blank texts and without languages that have no text', () => {
    expect(
      schema.parse({ es: { label: ' Otro ' }, pt: { label: '  ' }, fr: {}, ar: { label: 'سبب آخر' } }),
    ).toEqual({ es: { label: 'Otro' }, ar: { label: 'سبب آخر' } });
    const given = { es: { label: ' ' }, pt: { label: ' Outro ' } };
    expect(withoutBlankTexts(given)).toEqual({ pt: { label: 'Outro' } });
    expect(given).toEqual({ es: { label: ' ' }, pt: { label: ' Outro ' } });
  });

  it.each([
    ['a text that is too long', { es: { label: 'x'.repeat(121) } }, 'es.label'],
    ['a hidden letter', { ar: { label: 'a\u202eb' } }, 'ar.label'],
    ['no text', { ar: { label: 7 } }, 'ar.label'],
    ['no locale', { 'not a locale': { label: 'x' } }, 'not a locale'],
    ['a text without its field', { es: 'Otro' }, 'es'],
    ['a list', ['Otro'], ''],
  ])('is refused: %s', (_, given, path) => {
    expect(schema.safeParse(given).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('has no more languages than an installation', () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`aa-${1000 + at}`, { label: 'x' }] as const),
      );
    expect(schema.safeParse(many(MAX_TRANSLATIONS)).success).toBe(true);
    expect(schema.safeParse(many(MAX_TRANSLATIONS + 1)).success).toBe(false);
  });
});

it('an equal text matches in the same language only, in any letter case', () => {
  const others: (Translations<'label'> | undefined)[] = [
    { es: { label: 'Otro' } },
    undefined,
    { ar: { label: 'سبب آخر' } },
  ];
  const found = (translations: Translations<'label'> | undefined) =>
    localeOfSameText(translations, 'label', others);
  expect(found({ pt: { label: 'Otro' }, es: { label: 'oTRO ' } })).toBe('es');
  expect(found({ es: { label: 'سبب آخر' } })).toBeNull();
  expect(found({ es: {}, ar: { label: '' } })).toBeNull();
  expect(found(undefined)).toBeNull();
});
