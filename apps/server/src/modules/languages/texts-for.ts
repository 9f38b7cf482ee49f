// Returns the server's texts in a reader's language, with the operator's changes.
import type { Lang } from '@kerb/domain/identity';
import { directionOf, type ServerTextKey } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import { fallbackText, ownText } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

/** Length of the longest stored locale; the rest of a client's value is ignored. */
const MAX_LOCALE_LENGTH = 35;
const MAX_HEADER_LENGTH = 500;

/** The texts of one language on offer. */
export interface ReaderTexts {
  /** BCP 47, for documents and pages. */
  readonly langLocale: string;
  /** For Intl: numbers, money and dates. */
  readonly dateLocale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Fills in the variables as they are, without escaping; a variable without a value becomes an empty string. */
  text(key: ServerTextKey, variables?: Readonly<Record<string, string>>): string;
}

/**
 * Finds the best language on offer for a locale; "es-UY" gets "es", or a Spanish of another region. Undefined when no
 * language with the same first subtag is on offer.
 */
export function offered(languages: readonly Language[], wanted: string): Language | undefined {
  const subtags = wanted.trim().slice(0, MAX_LOCALE_LENGTH).toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const tag = subtags.slice(0, length).join('-');
    const found = languages.find(({ langLocale }) => langLocale.toLowerCase() === tag);
    if (found) return found;
  }
  return languages.find(({ langLocale }) => langLocale.toLowerCase().split('-')[0] === subtags[0]);
}

/** Locales of an Accept-Language header, in its order. Only the first MAX_HEADER_LENGTH characters are read. */
const acceptedBy = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((part) => part.split(';')[0] ?? '');

/**
 * The user's own language, otherwise the browser's first one on offer, otherwise the default language; null without
 * any.
 */
export function languageOfReader(
  languages: readonly Language[],
  lang: Pick<Lang, 'langLocale'> | null | undefined,
  acceptLanguage?: string,
): Language | null {
  const wanted = [lang?.langLocale ?? '', ...acceptedBy(acceptLanguage)];
  return wanted.flatMap((locale) => offered(languages, locale) ?? [])[0] ?? languages[0] ?? null;
}

const fill = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : '',
  );

/**
 * Returns texts in the user's language; if that is unknown or not on offer, in the browser's first language on offer,
 * otherwise in the default language. A missing text is taken from the default language, then from English.
 */
export type TextsFor = (
  lang: Pick<Lang, 'langLocale'> | null | undefined,
  acceptLanguage?: string,
) => Promise<ReaderTexts>;

/** Key of the variant of a text for delivery services, which exists for some keys. */
const deliveryKey = (key: ServerTextKey): string => `${key}_delivery`;

export function createTextsFor(
  all: () => Promise<readonly Language[]>,
  shipped: ShippedTexts,
  isDelivery: () => Promise<boolean>,
): TextsFor {
  return async function textsFor(lang, acceptLanguage) {
    const languages = await all();
    const delivers = await isDelivery();
    const [byDefault] = languages;
    if (!byDefault) throw new Error('There is no default language');
    const language = languageOfReader(languages, lang, acceptLanguage) ?? byDefault;
    const { langLocale, dateLocale } = language;
    return {
      langLocale,
      dateLocale,
      direction: directionOf(langLocale),
      text: (base, variables = {}) => {
        const key = delivers && deliveryKey(base) in shipped.english ? deliveryKey(base) : base;
        return fill(
          ownText(language, key, shipped) ??
            fallbackText(key, byDefault, shipped.english[key] ?? key, shipped),
          variables,
        );
      },
    };
  };
}
