// The languages the app is shipped in, and the one this browser is to begin with.
import { directionOf, type ShippedLocale, shippedLanguages } from '@kerb/texts';

export interface AppLanguage {
  readonly locale: ShippedLocale;
  /** Its own name, shown in the switcher whatever the current language is. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** For numbers, money and dates; Arabic with Latin digits, as fares, plates and phone numbers are written here. */
  readonly dateLocale: string;
}

const shipped = ({ langLocale, langName, dateLocale }: (typeof shippedLanguages)[number]): AppLanguage => ({
  ...{ locale: langLocale, name: langName, dateLocale, direction: directionOf(langLocale) },
});

export const languages: readonly AppLanguage[] = shippedLanguages.map(shipped);

const english: AppLanguage = shipped({ langLocale: 'en', langName: 'English', dateLocale: 'en' });
export function languageOf(locale: string | null | undefined): AppLanguage {
  const base = locale?.toLowerCase().split('-')[0];
  return languages.find((language) => language.locale === base) ?? english;
}

const storageKey = 'kerb.language';

/** The language chosen before, else the browser's first one the app has, else English. */
export function preferredLanguage(): AppLanguage {
  const chosen = readStored();
  if (chosen) return languageOf(chosen);
  const known = navigator.languages.find((tag) =>
    languages.some((l) => l.locale === tag.toLowerCase().split('-')[0]),
  );
  return languageOf(known);
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function rememberLanguage(language: AppLanguage): void {
  try {
    window.localStorage.setItem(storageKey, language.locale);
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
