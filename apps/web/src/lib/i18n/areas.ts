// Texts are stored per language and area, and loaded with the screens that need them.
import type { AppLanguage } from './languages.ts';
import { showTexts } from './show-texts.ts';
import type { TextArea, Texts } from './text-area.ts';

type File = (() => Promise<Texts>) | undefined;

const files = import.meta.glob<Texts>('../../../../../packages/texts/locales/*/{core,site}.json', {
  import: 'default',
});
/** The landing page's own at once; where the others lie is a file of its own. */
const fileOf = async (locale: string, area: TextArea): Promise<File> =>
  files[`../../../../../packages/texts/locales/${locale}/${area}.json`] ??
  (await import('./files/area-files.ts')).areaFile(locale, area);

/** The areas that are shown, and what was loaded of them, by language, area and version; wording.ts takes some out. */
export const wanted = new Set<TextArea>(['core']);
export const loads = new Map<string, Promise<void>>();

/** False when the operator's own words could not be had. */
async function read({ locale, version }: AppLanguage, area: TextArea): Promise<boolean> {
  const texts = await (await fileOf(locale, area))?.();
  if (texts && version === 0) {
    showTexts(locale, area, texts);
    return true;
  }
  const { layOver } = await import('./operator/operator-texts.ts');
  if (texts) return layOver(locale, area, version, texts);
  // What a language of the operator's own does not say is said in English.
  const english = (await (await fileOf('en', area))?.()) ?? {};
  showTexts('en', area, english);
  return layOver(locale, area, version, english);
}

/** Loads an area once in each version of a language; one that is not complete is tried again when next wanted. */
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

/** Loads what every screen opened so far needs, in one language. */
export async function loadWantedAreas(language: AppLanguage): Promise<void> {
  let count: number;
  do {
    count = wanted.size;
    await Promise.all([...wanted].map((area) => load(language, area)));
    // A screen opened meanwhile wants its own.
  } while (wanted.size > count);
}

/** Makes an area's texts available now and in every language chosen later. */
export async function openArea(area: TextArea, language: AppLanguage): Promise<void> {
  wanted.add(area);
  await load(language, area);
}
