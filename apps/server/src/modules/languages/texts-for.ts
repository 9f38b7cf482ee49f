// The server's texts for a reader: in their language, with the operator's wording.
import type { Lang } from '@kerb/domain/identity';
import { directionOf, type ServerTextKey } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import { ownText, standInText } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

/** The longest stored locale; no more of a client's value is looked at. */
const LONGEST_LOCALE = 35;
const LONGEST_HEADER = 500;

/** The language a reader gets, of those on offer. */
export interface ReaderTexts {
  /** BCP 47, for documents and pages. */
  readonly langLocale: string;
  /** For Intl: numbers, money and dates. */
  readonly dateLocale: string;
  readonly direction: 'ltr' | 'rtl';
  /** What is put into the places of a text stands as it is; a place without a value stays empty. */
  text(key: ServerTextKey, variables?: Readonly<Record<string, string>>): string;
}

/**
 * The language that serves a locale, of any region on offer: "es-UY" gets "es". Undefined when no language of the
 * locale is on offer.
 */
export function offered(languages: readonly Language[], wanted: string): Language | undefined {
  const subtags = wanted.trim().slice(0, LONGEST_LOCALE).toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const asked = subtags.slice(0, length).join('-');
    const found = languages.find(({ langLocale }) => langLocale.toLowerCase() === asked);
    if (found) return found;
  }
  return languages.find(({ langLocale }) => langLocale.toLowerCase().split('-')[0] === subtags[0]);
}

/** Locales of a browser's Accept-Language, in its order; of a header longer than browsers send the beginning. */
const acceptedBy = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((part) => part.split(';')[0] ?? '');

/** The person's own language, else the browser's first one on offer, else the default one; null without any. */
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
 * Of the person's language; where that is not on offer or not known, of the browser's first that is, else of the
 * default one. A text that the language does not have is the default language's, then the English one.
 */
export type TextsFor = (
  lang: Pick<Lang, 'langLocale'> | null | undefined,
  acceptLanguage?: string,
) => Promise<ReaderTexts>;

/** The text of a delivery service in place of one about rides, where there is one. */
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
            standInText(key, byDefault, shipped.english[key] ?? key, shipped),
          variables,
        );
      },
    };
  };
}
