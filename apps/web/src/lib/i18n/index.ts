// Starts i18next, switches the language without a reload, and loads texts with the screens that need them.
import type { LanguageChoice } from '@kerb/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadWantedAreas, openArea, wanted } from './areas.ts';
import {
  type AppLanguage,
  browserLanguage,
  languageOf,
  offeredFor,
  offeredLanguages,
  offerLanguages,
  prefersShippedLanguage,
  type Remembered,
  rememberedLanguage,
  rememberLanguage,
} from './languages.ts';
import { missingText, shownTextsChanged } from './show-texts.ts';
import type { TextArea } from './text-area.ts';

export { type AppLanguage, offeredLanguages } from './languages.ts';
export type { TextArea } from './text-area.ts';

let shown: Remembered = { language: languageOf('en'), chosen: false };
/** The language to show once its texts have loaded. */
let aim = shown;

export const currentLanguage = (): AppLanguage => shown.language;

function settle(next: Remembered): void {
  const { language } = next;
  shown = next;
  rememberLanguage(language, next.chosen);
  document.documentElement.lang = language.locale;
  document.documentElement.dir = language.direction;
}

/**
 * Deadline, in ms, for the operator's list of languages at start-up, when the browser's language is not shipped with
 * the app.
 */
const loadTimeoutMs = 3000;

/** Initialises i18next without texts. */
const initTexts = (locale: string) =>
  i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: {},
    // A key is looked up in `delivery` first, so that its texts override those of `translation`.
    defaultNS: 'delivery',
    fallbackNS: 'translation',
    partialBundledLanguages: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missingText,
    react: {
      useSuspense: false,
      bindI18n: `languageChanged ${shownTextsChanged}`,
      bindI18nStore: 'removed',
    },
  });

/** Sets the language for the next rendering on the server, where neither document nor storage exist. */
export async function renderIn(language: AppLanguage): Promise<void> {
  shown = { language, chosen: false };
  if (i18next.isInitialized) await i18next.changeLanguage(language.locale);
  else await initTexts(language.locale);
}

/** `offer` resolves to the operator's list of languages; without it, the shipped languages are offered. */
export async function startI18n(offer?: Promise<readonly LanguageChoice[]>): Promise<void> {
  const remembered = rememberedLanguage();
  if (offer && !remembered && !prefersShippedLanguage())
    offerLanguages(
      await Promise.race([offer, new Promise<[]>((done) => setTimeout(done, loadTimeoutMs, []))]),
    );
  aim = remembered ?? { language: browserLanguage(), chosen: false };
  const { language } = aim;
  // The server writes the category into the first page, so that a delivery service never shows the texts of rides.
  if (document.documentElement.dataset.appcat) wanted.add('delivery');
  await initTexts(language.locale);
  await loadWantedAreas(language);
  settle(aim);
  // Not needed for the first paint; requested now, so that error texts are available before a request can fail.
  openArea('errors', language).catch(() => console.warn('Error texts not loaded'));
}

/** When several calls overlap, the language of the last one is shown. */
async function show(next: Remembered): Promise<void> {
  aim = next;
  try {
    await loadWantedAreas(next.language);
  } catch (error) {
    if (aim === next) aim = shown;
    throw error;
  }
  if (aim !== next) return;
  const isShownAlready = JSON.stringify(shown.language) === JSON.stringify(next.language);
  settle(next);
  // Re-renders every component with a text, which takes as long as opening a screen.
  if (!isShownAlready) await i18next.changeLanguage(next.language.locale);
}

export async function switchLanguage(locale: string): Promise<void> {
  await show({ language: languageOf(locale), chosen: true });
}

let known: () => void = () => undefined;
/** Resolves once the operator's list of languages has been applied. */
export const offerKnown = new Promise<void>((done) => {
  known = done;
});

/**
 * Applies the operator's list of languages. The chosen language stays if it is still offered; otherwise the browser's
 * language or the default one is shown.
 */
export async function applyOfferedLanguages(list: readonly LanguageChoice[]): Promise<void> {
  const offeredBefore = JSON.stringify(offeredLanguages());
  offerLanguages(list);
  const same = aim.chosen && offeredFor(aim.language.locale);
  await show({ language: same || browserLanguage(), chosen: Boolean(same) });
  // Language switchers render the list, so they re-render even if the language shown did not change.
  if (JSON.stringify(offeredLanguages()) !== offeredBefore) i18next.emit(shownTextsChanged);
  known();
}

/** Loads an area's texts; lazy screens wait for it together with their code. */
export async function loadTexts(area: TextArea): Promise<void> {
  await openArea(area, shown.language);
}
