// The app's languages: start, switch without a reload, and load texts with the screens that need them.
import type { LanguageChoice } from '@kerb/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadWantedAreas, openArea, wanted } from './areas.ts';
import {
  type AppLanguage,
  browserLanguage,
  languageOf,
  languagesOnOffer,
  offeredFor,
  offerLanguages,
  type Remembered,
  rememberedLanguage,
  rememberLanguage,
  speaksShipped,
} from './languages.ts';
import { missingText, shownTextsChanged } from './show-texts.ts';
import type { TextArea } from './text-area.ts';

export { type AppLanguage, languagesOnOffer } from './languages.ts';
export type { TextArea } from './text-area.ts';

let shown: Remembered = { language: languageOf('en'), chosen: false };
/** What is to be shown once its texts are here. */
let aim = shown;

export const currentLanguage = (): AppLanguage => shown.language;

function settle(next: Remembered): void {
  const { language } = next;
  shown = next;
  rememberLanguage(language, next.chosen);
  document.documentElement.lang = language.locale;
  document.documentElement.dir = language.direction;
}

/** How long the start waits for the operator's languages when the browser's language is not shipped, in ms. */
const patience = 3000;

/** Without any text yet. */
const initTexts = (locale: string) =>
  i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: {},
    // A text of the first is said in place of one of the second.
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

/** On the server, where neither document nor storage exist: the language that is rendered next. */
export async function renderIn(language: AppLanguage): Promise<void> {
  shown = { language, chosen: false };
  if (i18next.isInitialized) await i18next.changeLanguage(language.locale);
  else await initTexts(language.locale);
}

/** `offer` is what the operator says of the languages, as soon as it is known; without it, those shipped are on offer. */
export async function startI18n(offer?: Promise<readonly LanguageChoice[]>): Promise<void> {
  const remembered = rememberedLanguage();
  if (offer && !remembered && !speaksShipped())
    offerLanguages(await Promise.race([offer, new Promise<[]>((done) => setTimeout(done, patience, []))]));
  aim = remembered ?? { language: browserLanguage(), chosen: false };
  const { language } = aim;
  // The server writes the category into the first page, so that a delivery service never shows the texts of rides.
  if (document.documentElement.dataset.appcat) wanted.add('delivery');
  await initTexts(language.locale);
  await loadWantedAreas(language);
  settle(aim);
  // Not needed to paint; asked for now, so that they are here before anything can fail.
  openArea('errors', language).catch(() => console.warn('Error texts not loaded'));
}

/** Of several at once, the last one is shown. */
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
  // Renders everything that shows a text, which takes as long as opening a screen.
  if (!isShownAlready) await i18next.changeLanguage(next.language.locale);
}

export async function switchLanguage(locale: string): Promise<void> {
  await show({ language: languageOf(locale), chosen: true });
}

let known: () => void = () => undefined;
/** Once it is known what is on offer. */
export const offerKnown = new Promise<void>((done) => {
  known = done;
});

/** The operator changed the languages or their texts: what is shown follows, and the default one takes a deleted one's place. */
export async function takeOffer(list: readonly LanguageChoice[]): Promise<void> {
  const offeredBefore = JSON.stringify(languagesOnOffer());
  offerLanguages(list);
  const same = aim.chosen && offeredFor(aim.language.locale);
  await show({ language: same || browserLanguage(), chosen: Boolean(same) });
  // The switchers list the languages on offer, also where the one shown stays as it is.
  if (JSON.stringify(languagesOnOffer()) !== offeredBefore) i18next.emit(shownTextsChanged);
  known();
}

/** Loads an area's texts; lazy screens wait for it together with their code. */
export async function loadTexts(area: TextArea): Promise<void> {
  await openArea(area, shown.language);
}
