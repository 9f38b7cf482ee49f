// Texts that an operator enters in several languages: selects the text for a reader, and prepares texts for storage.
// Free of zod, because a visitor's first page loads it.

import type { FieldError } from './errors.ts';

/** Texts by the `langLocale` of a language; absent fields use the default text in that language. */
export type Translations<Field extends string = string> = Readonly<
  Record<string, Partial<Readonly<Record<Field, string>>>>
>;

/** An entity with default texts and, for some languages, translated texts. */
export type Translated<Field extends string> = Readonly<Record<Field, string>> & {
  readonly translations?: Translations<Field> | undefined;
};

/** Returns "pt-BR" and then "pt": a language without a text falls back to the language it is a variant of. */
function withShorter(locale: string): string[] {
  const subtags = locale.split('-');
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

/** Returns the text entered for this language; undefined where readers get the default text. */
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

/** Returns the text of a field in this language, else the default text. */
export const textIn = <Field extends string>(
  entity: Translated<Field>,
  field: Field,
  locale: string,
): string => ownTextIn(entity.translations, field, locale) ?? entity[field];

/** Trims the texts and removes blank ones and languages without any text, so that the default text is used for them. */
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

/**
 * Returns the first language in which another entity has the same text in this field, ignoring letter case; null for
 * none.
 */
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

/** Returns one error for each language that is not in `known`; `path` is the path of the translations in the input. */
export const unknownLocaleErrors = (
  translations: Translations | undefined,
  known: ReadonlySet<string>,
  path: string,
): FieldError[] =>
  Object.keys(translations ?? {})
    .filter((locale) => !known.has(locale))
    .map((locale) => ({ path: `${path}.${locale}`, message: 'Not a language of this installation' }));
