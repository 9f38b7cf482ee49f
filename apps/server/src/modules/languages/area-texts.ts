// Returns the texts of one area that the app loads on top of its built-in ones.
import { DomainError } from '@kerb/domain/kernel';
import type { Language } from './languages.repository.ts';
import { fallbackText, ownText } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export interface AreaTexts {
  version: number;
  /** For a shipped language only the texts that the operator changed; for another language every text of the area. */
  texts: Record<string, string>;
  /** True when the texts depend on this version of the language only, and on no other language. */
  isFinal: boolean;
}

/** Throws `not_found` for a language that is not on offer and for an unknown area. */
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
        fallbackText(key, byDefault, english, shipped),
    ]);
    return {
      version,
      texts: Object.fromEntries(texts),
      isFinal: isShipped || own.length === needed.length,
    };
  };
}
