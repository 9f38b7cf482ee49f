// Tests the operator's languages on open pages: override of shipped texts, changes, deletion, and texts that cannot be
// loaded.
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

const own = vi.hoisted(() => ({
  /** The server's texts by language and area; null when the server cannot be reached. */
  texts: {} as Record<string, Record<string, string>> | null,
  asked: [] as string[],
}));
vi.mock('../store.ts', () => ({
  client: {
    async getLanguageTexts({ params, query }: Asked) {
      own.asked.push(`${params.locale}/${params.area}@${query.version}`);
      if (own.texts === null) throw new Error('no network');
      return { version: query.version, texts: own.texts[`${params.locale}/${params.area}`] ?? {} };
    },
  },
}));
interface Asked {
  readonly params: { readonly locale: string; readonly area: string };
  readonly query: { readonly version: number };
}

import {
  applyOfferedLanguages,
  currentLanguage,
  offeredLanguages,
  startI18n,
  switchLanguage,
} from './index.ts';

const choice = (langLocale: string, version = 0, isDefault = false) => ({
  id: langLocale,
  langName: langLocale.toUpperCase(),
  langLocale,
  dateLocale: langLocale,
  default: isDefault,
  shipped: langLocale !== 'de',
  version,
});
const english = choice('en', 0, true);
const home = () => String(i18next.t('home'));
const stars = (count: number) => String(i18next.t('stars', { count }));

beforeAll(async () => {
  window.localStorage.clear();
  await startI18n();
});
beforeEach(async () => {
  own.texts = {};
  await applyOfferedLanguages([english]);
  await switchLanguage('en');
  own.asked = [];
});

it('requests no texts for a shipped language without changes', async () => {
  await applyOfferedLanguages([english, choice('fr')]);
  await switchLanguage('fr');
  expect(home()).toBe('Accueil');
  expect(own.asked).toEqual([]);
});

it('applies the operator’s texts over the shipped ones, updates them, and restores the shipped ones', async () => {
  own.texts = { 'es/core': { home: 'Portada' } };
  await applyOfferedLanguages([english, choice('es', 1)]);
  await switchLanguage('es');
  expect(home()).toBe('Portada');
  expect(i18next.t('loading')).toBe('Cargando');
  own.texts = { 'es/core': { home: 'Principio' } };
  await applyOfferedLanguages([english, choice('es', 2)]);
  expect(home()).toBe('Principio');
  own.texts = {};
  await applyOfferedLanguages([english, choice('es', 3)]);
  expect(home()).toBe('Inicio');
  expect(own.asked).toContain('es/core@1');
  expect(own.asked).toContain('es/core@3');
});

it('falls back to English in an added language, for each missing text and plural form', async () => {
  own.texts = { 'de/core': { home: 'Start', stars_other: '{{count}} Sterne' } };
  await applyOfferedLanguages([english, choice('de', 1)]);
  await switchLanguage('de');
  expect([home(), i18next.t('loading'), stars(1), stars(3)]).toEqual([
    'Start',
    'Loading',
    '1 star',
    '3 Sterne',
  ]);
  own.texts = { 'de/core': { stars_one: 'ein Stern' } };
  await applyOfferedLanguages([english, choice('de', 2)]);
  expect([home(), stars(1), stars(3)]).toEqual(['Home', 'ein Stern', '3 stars']);
});

it('replaces a deleted language with the default, but not a chosen language that is still offered', async () => {
  await applyOfferedLanguages([english, choice('ar')]);
  await switchLanguage('ar');
  await applyOfferedLanguages([choice('fr', 0, true), choice('ar')]);
  expect([currentLanguage().locale, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  await applyOfferedLanguages([choice('fr', 0, true), choice('es')]);
  expect([currentLanguage().locale, document.documentElement.dir]).toEqual(['fr', 'ltr']);
  expect(offeredLanguages().map(({ locale }) => locale)).toEqual(['fr', 'es']);
});

it('shows the shipped texts while the server cannot be reached, and retries at the next change', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  own.texts = null;
  await applyOfferedLanguages([english, choice('pt', 1)]);
  await switchLanguage('pt');
  expect(home()).toBe('Início');
  own.texts = { 'pt/core': { home: 'Começo' } };
  await switchLanguage('pt');
  expect(home()).toBe('Começo');
});

it('shows the last of several choices, also when the operator changes the languages meanwhile', async () => {
  await applyOfferedLanguages([english, choice('fr'), choice('ar')]);
  const first = switchLanguage('fr');
  const last = switchLanguage('ar');
  const offer = applyOfferedLanguages([english, choice('fr'), choice('ar', 1)]);
  await Promise.all([first, last, offer]);
  expect(currentLanguage()).toMatchObject({ locale: 'ar', version: 1 });
  expect(window.localStorage.getItem('kerb.language')).toContain('"chosen":true');
});
