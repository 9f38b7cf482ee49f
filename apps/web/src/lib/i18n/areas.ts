// Texts are kept per language and area, and loaded with the screens that need them.
import i18next from 'i18next';
import type { AppLanguage } from './languages.ts';

export type TextArea =
  | 'core'
  | 'errors'
  | 'login'
  | 'site'
  /** Public pages of text, and what stands below the landing page's form. */
  | 'pages'
  /** Titles and descriptions of the public pages. */
  | 'head'
  | 'rider'
  | 'driver'
  /** What riders and drivers read alike while a trip is under way. */
  | 'trip'
  | 'console'
  | 'signup'
  | 'people'
  | 'account'
  | 'setup'
  | 'money'
  | 'wallet'
  | 'receipt'
  | 'reports'
  /** Dialogs of the booking form: options, map, promos, prepayment. */
  | 'quote'
  /** Lists and pages of bookings, their actions, and /addbookings. */
  | 'bookings'
  /** Car types, cancel reasons and promos in the console. */
  | 'catalog'
  /** Sharing a trip, calling for help, and the console's alerts. */
  | 'safety'
  | 'chat'
  /** The history of notices, push messages of this device, and /notifications. */
  | 'notices'
  /** /settings and /appinfo. */
  | 'settings'
  /** /languagesetting. */
  | 'languages'
  /** /dashboard with its map. */
  | 'dashboard';

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>(
  ['../../../../../packages/texts/locales/*/*.json', '!**/server-*.json'],
  { import: 'default' },
);

const wanted = new Set<TextArea>(['core']);
const loads = new Map<string, Promise<void>>();

async function read(language: AppLanguage, area: TextArea): Promise<void> {
  const file = files[`../../../../../packages/texts/locales/${language.locale}/${area}.json`];
  if (!file) throw new Error(`There are no ${area} texts in ${language.locale}`);
  i18next.addResourceBundle(language.locale, 'translation', await file(), true, true);
}

/** Loads an area once in each language; a failed load is forgotten, so that it can be tried again. */
function load(language: AppLanguage, area: TextArea): Promise<void> {
  const key = `${language.locale}/${area}`;
  const known = loads.get(key);
  if (known) return known;
  const loading = read(language, area).catch((error: unknown) => {
    loads.delete(key);
    throw error;
  });
  loads.set(key, loading);
  return loading;
}

/** Loads what every screen opened so far needs, in one language. */
export async function loadWantedAreas(language: AppLanguage): Promise<void> {
  await Promise.all([...wanted].map((area) => load(language, area)));
}

/** Makes an area's texts available now and in every language chosen later. */
export async function openArea(area: TextArea, language: AppLanguage): Promise<void> {
  wanted.add(area);
  await load(language, area);
}
