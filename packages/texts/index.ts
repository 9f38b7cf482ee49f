// The shipped languages, and functions that check texts: their variables and plural forms.
import type systemReasons from './locales/en/reasons.json';
import type bookingsCsv from './locales/en/server-bookings-csv.json';
import type messages from './locales/en/server-messages.json';
import type paymentPages from './locales/en/server-payment-pages.json';
import type receipts from './locales/en/server-receipts.json';
import type reports from './locales/en/server-reports.json';

export type ShippedLocale = 'en' | 'es' | 'pt' | 'fr' | 'ar';

export interface ShippedLanguage {
  readonly langLocale: ShippedLocale;
  /** Name of the language in the language itself; the language switcher shows it in every language. */
  readonly langName: string;
  /**
   * Locale for numbers, money and dates. Arabic uses Latin digits, in which fares, plates and phone numbers are
   * written.
   */
  readonly dateLocale: string;
  readonly direction: 'ltr' | 'rtl';
}

export const shippedLanguages: readonly ShippedLanguage[] = [
  { langLocale: 'en', langName: 'English', dateLocale: 'en', direction: 'ltr' },
  { langLocale: 'es', langName: 'Español', dateLocale: 'es-UY', direction: 'ltr' },
  { langLocale: 'pt', langName: 'Português', dateLocale: 'pt-BR', direction: 'ltr' },
  { langLocale: 'fr', langName: 'Français', dateLocale: 'fr', direction: 'ltr' },
  { langLocale: 'ar', langName: 'العربية', dateLocale: 'ar-u-nu-latn', direction: 'rtl' },
];

/** Returns the shipped language with this tag, either the language's own or that of its dates. */
export const shippedLanguage = (tag: string): ShippedLanguage | undefined =>
  shippedLanguages.find(({ langLocale, dateLocale }) => tag === langLocale || tag === dateLocale);

/** A translation map from keys to the texts of one language. */
export type KeyValuePairs = Readonly<Record<string, string>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Returns the variables of a text in alphabetical order: "{{name}} of {{city}}" → city, name. */
export const variablesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))].toSorted();

/**
 * Returns whether a key is a plural form. English has the forms one and other; a key that merely ends in "_other" has
 * no key of the form one beside it.
 */
export const isPlural = (key: string, english: KeyValuePairs): boolean =>
  pluralSuffix.test(key) && ['_one', '_other'].every((form) => key.replace(pluralSuffix, form) in english);

/** Returns the key without its plural suffix. */
export const baseOf = (key: string, english: KeyValuePairs): string =>
  isPlural(key, english) ? key.replace(pluralSuffix, '') : key;

/** Returns the plural forms of a language as defined by CLDR; those of English for an invalid locale. */
export function pluralForms(locale: string): string[] {
  try {
    return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
  } catch {
    return ['one', 'other'];
  }
}

/**
 * Returns every key that a language needs with its English text: each key of English, and each plural in the forms of
 * the language. A form that English does not have gets the English text of "other".
 */
export function neededKeys(locale: string, english: KeyValuePairs): { key: string; english: string }[] {
  const forms = pluralForms(locale);
  return Object.entries(english).flatMap(([key, text]) => {
    if (!isPlural(key, english)) return [{ key, english: text }];
    if (!key.endsWith('_other')) return [];
    const base = baseOf(key, english);
    return forms.map((form) => ({
      key: `${base}_${form}`,
      english: english[`${base}_${form}`] ?? text,
    }));
  });
}

/**
 * Returns the variables of the English text that are missing in a text, and its variables that English lacks. A plural
 * form may contain the number as a word ("one minute"), so it may leave out `count` or the variable used for the
 * number.
 */
export function wrongVariables(
  text: string,
  { key, english }: { readonly key: string; readonly english: string },
  allEnglish: KeyValuePairs,
): { missing: string[]; unknown: string[] } {
  const own = variablesOf(text);
  const needed = variablesOf(english);
  const missing = needed.filter((name) => !own.includes(name));
  const unknown = own.filter((name) => !needed.includes(name));
  const isForm = isPlural(key.replace(pluralSuffix, '_other'), allEnglish);
  const says = needed.includes('count') ? missing.filter((name) => name === 'count') : missing;
  return {
    missing: isForm && says.length === 1 ? missing.filter((name) => name !== says[0]) : missing,
    unknown,
  };
}

/** False for texts such as "©" and "{{number}}", which need no translation. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\{\s*\w+\s*\}\}/g, ''));

/**
 * Returns whether a text still is the one of the default language: an added language starts as a copy of its texts,
 * `copied`.
 */
export function isUntranslated(key: string, text: string, copied: KeyValuePairs): boolean {
  const copiedText = copied[key] ?? copied[key.replace(/_(zero|one|two|few|many)$/, '_other')];
  return text === copiedText && hasWords(text);
}

/**
 * Wraps a text in a first strong isolate and a pop directional isolate. A name, an address, an amount or a number with
 * its unit then stays together and in its order inside a sentence of the other writing direction. An empty text is
 * returned unchanged.
 */
export const isolated = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

/**
 * Returns the writing direction of a language, by its script or by the language itself. The tables of scripts, which a
 * browser takes 30 ms to load, are not needed for the shipped languages.
 */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const shipped = shippedLanguage(locale);
  if (shipped) return shipped.direction;
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    return ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'].includes(script ?? '') ||
      language === 'he'
      ? 'rtl'
      : 'ltr';
  } catch {
    return 'ltr';
  }
}

/**
 * Keys of the texts that the server renders: messages, printed documents, files, payment pages, and its own
 * cancellation reasons.
 */
export type ServerTextKey =
  | keyof typeof bookingsCsv
  | keyof typeof messages
  | keyof typeof paymentPages
  | keyof typeof receipts
  | keyof typeof reports
  | keyof typeof systemReasons;
