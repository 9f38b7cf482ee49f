// The app's languages: start, switch without a reload, and load texts with the screens that need them.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadWantedAreas, openArea, type TextArea } from './areas.ts';
import { type AppLanguage, languageOf, preferredLanguage, rememberLanguage } from './languages.ts';

export type { TextArea } from './areas.ts';
export { type AppLanguage, languages } from './languages.ts';

function markDocument(language: AppLanguage): void {
  document.documentElement.lang = language.locale;
  document.documentElement.dir = language.direction;
}

export async function startI18n(): Promise<void> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language.locale,
    fallbackLng: 'en',
    resources: {},
    partialBundledLanguages: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await loadWantedAreas(language);
  markDocument(language);
  // Not needed to paint; asked for now, so that they are here before anything can fail.
  openArea('errors', language).catch(() => console.warn('The texts of errors did not load yet'));
}

export function currentLanguage(): AppLanguage {
  return languageOf(i18next.language);
}

export async function switchLanguage(locale: string): Promise<void> {
  const language = languageOf(locale);
  await loadWantedAreas(language);
  rememberLanguage(language);
  markDocument(language);
  await i18next.changeLanguage(language.locale);
}

/** Loads an area's texts; lazy screens wait for it together with their code. */
export async function loadTexts(area: TextArea): Promise<void> {
  await openArea(area, currentLanguage());
}
