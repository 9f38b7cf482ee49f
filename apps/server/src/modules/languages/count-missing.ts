// Counts the texts of a language that are not translated yet.
import { isUntranslated } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import { ownTexts } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

/** Counts missing texts and, in a language that the operator added, copies of the default language's texts. */
export function countMissing(
  language: Language,
  byDefault: Language | undefined,
  shipped: ShippedTexts,
): number {
  const texts = ownTexts(language, shipped);
  const isShipped = shipped.of(language.langLocale) !== undefined;
  const isCopy = !isShipped && byDefault !== undefined && byDefault.id !== language.id;
  const copied = isCopy ? ownTexts(byDefault, shipped) : null;
  const isMissing = (key: string): boolean => {
    const text = texts[key] ?? '';
    return text === '' || (copied !== null && isUntranslated(key, text, copied));
  };
  return [...shipped.neededBy(language.langLocale).keys()].filter(isMissing).length;
}
