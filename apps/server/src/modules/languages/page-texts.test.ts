// Tests of the texts of a rendered page: in the reader's language, with the operator's texts over the shipped ones.
import { shippedLanguages } from '@kerb/texts';
import { expect, it } from 'vitest';
import { createPageTexts } from './page-texts.ts';
import { shippedTexts } from './shipped-texts.ts';

const shipped = shippedTexts();
const language = (langLocale: string, pairs: Record<string, string> = {}) => ({
  id: langLocale,
  langLocale,
  langName: langLocale,
  dateLocale: langLocale,
  default: langLocale === 'en',
  pairs,
  version: 0,
  createdAt: 0,
});
const languages = [
  ...shippedLanguages.map(({ langLocale }) =>
    language(langLocale, langLocale === 'es' ? { slogan: '¿Adónde, vecino?' } : {}),
  ),
  language('gn', { slogan: 'Moõpa rehose?' }),
];
const pageTexts = createPageTexts(async () => languages, shipped);

it('are in the browser’s first available language, with its text direction', async () => {
  const arabic = await pageTexts(null, 'de,ar-EG;q=0.8');
  expect([arabic?.locale, arabic?.direction]).toEqual(['ar', 'rtl']);
  const other = await pageTexts(null, undefined);
  expect([other?.locale, other?.direction]).toEqual(['en', 'ltr']);
});

it('are in the language of the reader’s account, if it is still on offer', async () => {
  expect((await pageTexts({ langLocale: 'ar' }, 'es'))?.locale).toBe('ar');
  expect((await pageTexts({ langLocale: 'de' }, 'es'))?.locale).toBe('es');
});

it('include the operator’s changes, and fall back to English for missing texts', async () => {
  const own = (await pageTexts(null, 'es'))?.textsIn(['site', 'core']);
  expect(own?.site?.slogan).toBe('¿Adónde, vecino?');
  expect(own?.core?.home).toBe(shipped.of('es')?.get('home'));
  const added = (await pageTexts(null, 'gn'))?.textsIn(['site', 'core']);
  expect(added?.site?.slogan).toBe('Moõpa rehose?');
  expect(added?.core?.home).toBe('Home');
});

it('are empty for an unknown area, and null while no language is available', async () => {
  expect((await pageTexts(null, 'en'))?.textsIn(['none'])).toEqual({ none: {} });
  expect(await createPageTexts(async () => [], shipped)(null, 'en')).toBeNull();
});
