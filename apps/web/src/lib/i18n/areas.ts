// Loads texts, which are stored per language and area, together with the screens that need them.
import type { AppLanguage } from './languages.ts';
import { showTexts } from './show-texts.ts';
import type { TextArea, Texts } from './text-area.ts';

type File = (() => Promise<Texts>) | undefined;

const files = import.meta.glob<Texts>('../../../../../packages/texts/locales/*/{core,site}.json', {
  import: 'default',
});
/**
 * The landing page's areas are in `files`; the table of all other files is a module of its own, outside the first load.
 */
const fileOf = async (locale: string, area: TextArea): Promise<File> =>
  files[`../../../../../packages/texts/locales/${locale}/${area}.json`] ??
  (await import('./files/area-files.ts')).areaFile(locale, area);

/**
 * `wanted` contains the areas of all screens opened so far; `loads` contains their loads by "language/area/version".
 * wording.ts removes entries from both.
 */
export const wanted = new Set<TextArea>(['core']);
export const loads = new Map<string, Promise<void>>();

/** Resolves to false when the operator's own texts could not be loaded. */
async function read({ locale, version }: AppLanguage, area: TextArea): Promise<boolean> {
  const texts = await (await fileOf(locale, area))?.();
  if (texts && version === 0) {
    showTexts(locale, area, texts);
    return true;
  }
  const { applyOperatorTexts } = await import('./operator/operator-texts.ts');
  if (texts) return applyOperatorTexts(locale, area, version, texts);
  // A language that the operator added has no shipped texts: English is the fallback for missing ones.
  const english = (await (await fileOf('en', area))?.()) ?? {};
  showTexts('en', area, english);
  return applyOperatorTexts(locale, area, version, english);
}

/** Loads an area once per version of a language; an incomplete load is repeated at the next call. */
function load(language: AppLanguage, area: TextArea): Promise<void> {
  const key = `${language.locale}/${area}/${language.version}`;
  const known = loads.get(key);
  if (known) return known;
  const loading = read(language, area).then(
    (complete) => void (complete || loads.delete(key)),
    (error: unknown) => {
      loads.delete(key);
      throw error;
    },
  );
  loads.set(key, loading);
  return loading;
}

/** Loads, in one language, the areas of every screen opened so far. */
export async function loadWantedAreas(language: AppLanguage): Promise<void> {
  let count: number;
  do {
    count = wanted.size;
    await Promise.all([...wanted].map((area) => load(language, area)));
    // A screen that was opened during the load may have added areas.
  } while (wanted.size > count);
}

/** Makes an area's texts available now and in every language chosen later. */
export async function openArea(area: TextArea, language: AppLanguage): Promise<void> {
  wanted.add(area);
  await load(language, area);
}
