// The shipped languages, and checks of texts: their variables and plural forms.
import type systemReasons from './locales/en/reasons.json';
import type bookingsCsv from './locales/en/server-bookings-csv.json';
import type messages from './locales/en/server-messages.json';
import type paymentPages from './locales/en/server-payment-pages.json';
import type receipts from './locales/en/server-receipts.json';
import type reports from './locales/en/server-reports.json';

export type ShippedLocale = 'en' | 'es' | 'pt' | 'fr' | 'ar';

export interface ShippedLanguage {
  readonly langLocale: ShippedLocale;
  /** The language's own name, shown in the switcher in every language. */
  readonly langName: string;
  /** For numbers, money and dates; Arabic with Latin digits, as fares, plates and phone numbers are written. */
  readonly dateLocale: string;
}

export const shippedLanguages: readonly ShippedLanguage[] = [
  { langLocale: 'en', langName: 'English', dateLocale: 'en' },
  { langLocale: 'es', langName: 'Español', dateLocale: 'es-UY' },
  { langLocale: 'pt', langName: 'Português', dateLocale: 'pt-BR' },
  { langLocale: 'fr', langName: 'Français', dateLocale: 'fr' },
  { langLocale: 'ar', langName: 'العربية', dateLocale: 'ar-u-nu-latn' },
];

/** A translation map: what each key says in one language. */
export type KeyValuePairs = Readonly<Record<string, string>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The names a text fills in, in order of the alphabet: "{{name}} of {{city}}" → city, name. */
export const variablesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))].toSorted();

/**
 * Whether a key is one form of a count. English counts have the forms one and other; a key that merely ends in
 * "_other" has no sibling.
 */
export const isPlural = (key: string, english: KeyValuePairs): boolean =>
  pluralSuffix.test(key) && ['_one', '_other'].every((form) => key.replace(pluralSuffix, form) in english);

/** The key without the form of its count. */
export const baseOf = (key: string, english: KeyValuePairs): string =>
  isPlural(key, english) ? key.replace(pluralSuffix, '') : key;

/** The forms of counts in a language, as CLDR has them; those of English for an invalid locale. */
export function pluralForms(locale: string): string[] {
  try {
    return new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
  } catch {
    return ['one', 'other'];
  }
}

/**
 * Every key that a language needs, with the English beside it: each key of English, and each count in the forms of
 * the language; a form that English does not have stands beside the English "other".
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
 * Which variables of the English text are missing in a text, and which it has that English lacks. A form of a count
 * may say the number by itself ("one minute"): it may leave out `count`, or whichever one holds the number there.
 */
export function variablesAmiss(
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

/**
 * Keeps a name, an address, a number with its unit or an amount in one piece and in its order inside a sentence of the
 * other writing direction: between a first strong isolate and a pop directional isolate. An empty text stays empty.
 */
export const isolated = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

/** Languages written from right to left, by their script or by the language itself. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
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

/** Texts that the server renders: messages, printed documents, files and payment pages, and the reasons it writes itself. */
export type ServerTextKey =
  | keyof typeof bookingsCsv
  | keyof typeof messages
  | keyof typeof paymentPages
  | keyof typeof receipts
  | keyof typeof reports
  | keyof typeof systemReasons;
