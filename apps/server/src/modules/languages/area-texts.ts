// The texts of one area as the app loads them over those it comes with.
import { DomainError } from '@kerb/domain/kernel';
import type { Language } from './languages.repository.ts';
import { ownText, standInText } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export interface AreaTexts {
  version: number;
  /** Of a shipped language what the operator changed; of another one every text of the area. */
  texts: Record<string, string>;
  /** The texts depend on this version of the language alone. */
  isFinal: boolean;
}

/** Throws `not_found` for a language that is not on offer and an area that the product does not have. */
export function createAreaTexts(all: () => Promise<readonly Language[]>, shipped: ShippedTexts) {
  const areas = new Set(shipped.keys.map(({ area }) => area));
  return async function areaTexts(locale: string, area: string): Promise<AreaTexts> {
    const languages = await all();
    const language = languages.find(({ langLocale }) => langLocale.toLowerCase() === locale.toLowerCase());
    const [byDefault] = languages;
    if (!language || !byDefault || !areas.has(area)) throw new DomainError('not_found');
    const { pairs, version } = language;
    const needed = [...shipped.neededBy(language.langLocale).values()].filter((one) => one.area === area);
    const own = needed.filter(({ key }) => Object.hasOwn(pairs, key));
    const isShipped = shipped.of(language.langLocale) !== undefined;
    const shown = isShipped ? own : needed;
    const texts = shown.map(({ key, english }) => [
      key,
      (isShipped ? undefined : ownText(language, key, shipped)) ??
        pairs[key] ??
        standInText(key, byDefault, english, shipped),
    ]);
    return {
      version,
      texts: Object.fromEntries(texts),
      isFinal: isShipped || own.length === needed.length,
    };
  };
}
