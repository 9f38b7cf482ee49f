// Texts of a page that the server renders, in the language of its reader.
import type { Lang } from '@kerb/domain/identity';
import { directionOf } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import { fallbackText, ownText } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { languageOfReader } from './texts-for.ts';

export interface PageTexts {
  /** BCP 47 locale of a language on offer. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Texts of the areas, by area and key: the operator's, otherwise the shipped one, otherwise the default language's.
   */
  readonly textsIn: (areas: readonly string[]) => Record<string, Record<string, string>>;
}

/** Null while no language is on offer. `lang`: language of the reader's account; null for a visitor. */
export function createPageTexts(all: () => Promise<readonly Language[]>, shipped: ShippedTexts) {
  return async function pageTexts(
    lang: Pick<Lang, 'langLocale'> | null,
    acceptLanguage: string | undefined,
  ): Promise<PageTexts | null> {
    const languages = await all();
    const [byDefault] = languages;
    const language = languageOfReader(languages, lang, acceptLanguage);
    if (!byDefault || !language) return null;
    const textsOf = (area: string): Record<string, string> => {
      const needed = [...shipped.neededBy(language.langLocale).values()].filter((one) => one.area === area);
      const texts = needed.map(({ key, english }) => [
        key,
        ownText(language, key, shipped) ?? fallbackText(key, byDefault, english, shipped),
      ]);
      return Object.fromEntries(texts);
    };
    return {
      locale: language.langLocale,
      direction: directionOf(language.langLocale),
      textsIn: (areas) => Object.fromEntries(areas.map((area) => [area, textsOf(area)])),
    };
  };
}
