// Stores the list of offered languages, and selects the one that this browser starts with.
import type { LanguageChoice } from '@kerb/contract';
import { directionOf, shippedLanguage, shippedLanguages } from '@kerb/texts';
import { deviceStorage } from '../browser-storage.ts';

export interface AppLanguage {
  /** BCP 47 tag. */
  readonly locale: string;
  /** The language's name in the language itself, as the switcher shows it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Locale for numbers, money and dates; for Arabic it selects Latin digits, as fares, plates and phone numbers use
   * them.
   */
  readonly dateLocale: string;
  /** Version of the operator's texts; 0 means that only the texts shipped with the app apply. */
  readonly version: number;
}

type Known = Pick<LanguageChoice, 'langLocale' | 'langName' | 'dateLocale'> & Partial<LanguageChoice>;

/**
 * The canonical form of a locale; null for a tag that the browser rejects. The tags of the shipped languages are not
 * checked, because the first check makes the browser load tables for 20 ms.
 */
function usable(locale: string): string | null {
  if (shippedLanguage(locale)) return locale;
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null;
  } catch {
    return null;
  }
}

const languageFrom = ({ langLocale, langName, dateLocale, version = 0 }: Known): AppLanguage => ({
  locale: langLocale,
  name: langName,
  version,
  direction: directionOf(langLocale),
  dateLocale: usable(dateLocale) ?? langLocale,
});

const english: Known = { langLocale: 'en', langName: 'English', dateLocale: 'en', default: true };

/** The operator's languages, the default one first; the shipped languages until the list has loaded. */
let choices: readonly Known[] = shippedLanguages;
let onOffer: readonly AppLanguage[] = choices.map(languageFrom);

export const offeredLanguages = (): readonly AppLanguage[] => onOffer;

/** Replaces the list. Languages with an invalid tag are left out; if no language remains, the previous list stays. */
export function offerLanguages(list: readonly Known[]): void {
  const writable = list.filter(({ langLocale }) => usable(langLocale) !== null);
  if (writable.length === 0) return;
  choices = writable;
  onOffer = writable.map(languageFrom);
}

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0];

/** The language on offer for a tag: "pt-BR" finds "pt-BR", else "pt", else another Portuguese. */
export function offeredFor(tag: string): AppLanguage | undefined {
  const exactly = (wanted: string | undefined) =>
    onOffer.find(({ locale }) => locale.toLowerCase() === wanted);
  return (
    exactly(tag.toLowerCase()) ??
    exactly(baseOf(tag)) ??
    onOffer.find(({ locale }) => baseOf(locale) === baseOf(tag))
  );
}

const defaultLanguage = (): AppLanguage => languageFrom(choices.find((one) => one.default) ?? english);

/** The language of a locale, or the operator's default when it is not on offer. */
export const languageOf = (locale: string): AppLanguage => offeredFor(locale) ?? defaultLanguage();

/** The browser's first language that is on offer, else the default one. */
export function browserLanguage(): AppLanguage {
  return languageOf(navigator.languages.find(offeredFor) ?? '');
}

/** Whether the browser's first language is shipped, so that the operator's list is not needed. */
export const prefersShippedLanguage = (): boolean =>
  shippedLanguages.some(({ langLocale }) => langLocale === baseOf(navigator.languages[0] ?? ''));

const storageKey = 'kerb.language';

export interface Remembered {
  readonly language: AppLanguage;
  /** The user chose it; otherwise it follows the browser and the operator. */
  readonly chosen: boolean;
}

/** The language that was shown last, as it was stored then; null when nothing valid is stored. */
export function rememberedLanguage(): Remembered | null {
  const stored = deviceStorage.read(storageKey) ?? '';
  try {
    // Earlier versions stored the bare locale.
    if (/^\w{2}$/.test(stored)) return { language: languageOf(stored), chosen: true };
    const { chosen, ...known }: Known & { chosen: boolean } = JSON.parse(stored);
    return usable(known.langLocale) === null ? null : { language: languageFrom(known), chosen };
  } catch {
    return null;
  }
}

export function rememberLanguage({ locale, name, ...rest }: AppLanguage, chosen: boolean): void {
  const stored = { langLocale: locale, langName: name, ...rest, chosen };
  deviceStorage.write(storageKey, JSON.stringify(stored));
}
