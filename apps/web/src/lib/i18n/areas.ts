// Texts are kept per language and area, and loaded with the screens that need them.
import i18next from 'i18next';
import type { AppLanguage } from './languages.ts';

export type TextArea = 'core' | 'site' | 'rider' | 'driver' | 'console';

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>('./locales/*/*.json', { import: 'default' });

const wanted = new Set<TextArea>(['core']);

async function load(language: AppLanguage, area: TextArea): Promise<void> {
  const read = files[`./locales/${language.locale}/${area}.json`];
  if (!read) throw new Error(`There are no ${area} texts in ${language.locale}`);
  i18next.addResourceBundle(language.locale, 'translation', await read(), true, true);
}

/** Loads what every screen opened so far needs, in one language. */
export async function loadWantedAreas(language: AppLanguage): Promise<void> {
  await Promise.all([...wanted].map((area) => load(language, area)));
}

/** Makes an area's texts available now and in every language chosen later. */
export async function openArea(area: TextArea, language: AppLanguage): Promise<void> {
  if (wanted.has(area)) return;
  await load(language, area);
  wanted.add(area);
}
