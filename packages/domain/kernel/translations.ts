// Texts that an operator writes in several languages: which of them a reader gets, and what of them is stored.
// Without zod, because the first page of a visitor uses it.

import type { FieldError } from './errors.ts';

/** Texts by the `langLocale` of a language; a field that is left out has the default text in that language. */
export type Translations<Field extends string = string> = Readonly<
  Record<string, Partial<Readonly<Record<Field, string>>>>
>;

/** An entity with default texts and, for some languages, texts of their own. */
export type Translated<Field extends string> = Readonly<Record<Field, string>> & {
  readonly translations?: Translations<Field> | undefined;
};

/** "pt-BR" and then "pt": a language that has no text takes that of the language it is a variant of. */
function withShorter(locale: string): string[] {
  const subtags = locale.split('-');
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

/** The text that was written for this language; undefined where readers get the default text. */
export function ownTextIn<Field extends string>(
  translations: Translations<Field> | undefined,
  field: Field,
  locale: string,
): string | undefined {
  if (translations === undefined) return undefined;
  return withShorter(locale)
    .map((one) => (Object.hasOwn(translations, one) ? translations[one]?.[field] : undefined))
    .find((text) => text !== undefined && text.trim() !== '');
}

/** The text of a field for a reader of this language: its own, else the default text. */
export const textIn = <Field extends string>(
  entity: Translated<Field>,
  field: Field,
  locale: string,
): string => ownTextIn(entity.translations, field, locale) ?? entity[field];

/** Trims the texts, and leaves out blank ones and languages without any text, so that these have the default text. */
export function withoutBlankTexts<Texts extends Record<string, Record<string, string | undefined>>>(
  translations: Texts,
): Texts {
  const stored = structuredClone(translations);
  for (const locale of Object.keys(stored)) {
    const texts: Record<string, string | undefined> = stored[locale] ?? {};
    for (const field of Object.keys(texts)) {
      const text = (texts[field] ?? '').trim();
      if (text === '') delete texts[field];
      else texts[field] = text;
    }
    if (Object.keys(texts).length === 0) delete stored[locale];
  }
  return stored;
}

/** The first language in which another entity has the same text in this field, in any letter case; null for none. */
export function localeOfSameText<Field extends string>(
  translations: Translations<Field> | undefined,
  field: Field,
  others: readonly (Translations<Field> | undefined)[],
): string | null {
  const written = (of: Translations<Field> | undefined, locale: string): string | undefined =>
    of && Object.hasOwn(of, locale) ? of[locale]?.[field]?.trim().toLowerCase() : undefined;
  const same = Object.keys(translations ?? {}).find((locale) => {
    const text = written(translations, locale);
    return text !== undefined && text !== '' && others.some((other) => written(other, locale) === text);
  });
  return same ?? null;
}

/** One error for each language that is not among the known ones; `path` is where the translations are in the input. */
export const unknownLocaleErrors = (
  translations: Translations | undefined,
  known: ReadonlySet<string>,
  path: string,
): FieldError[] =>
  Object.keys(translations ?? {})
    .filter((locale) => !known.has(locale))
    .map((locale) => ({ path: `${path}.${locale}`, message: 'Not a language of this installation' }));
