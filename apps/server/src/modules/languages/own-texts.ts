// Looks up the texts of a language, and the fallback for a missing text.
import { baseOf } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import type { ShippedTexts } from './shipped-texts.ts';

type Texts = Pick<Language, 'langLocale' | 'pairs'>;

/** The operator's text if there is one, otherwise the shipped text. */
export function ownText(
  { langLocale, pairs }: Texts,
  key: string,
  shipped: ShippedTexts,
): string | undefined {
  return Object.hasOwn(pairs, key) ? pairs[key] : shipped.of(langLocale)?.get(key);
}

/** All texts of a language: the shipped ones, overridden by the operator's. */
export const ownTexts = ({ langLocale, pairs }: Texts, shipped: ShippedTexts): Record<string, string> => ({
  ...Object.fromEntries(shipped.of(langLocale) ?? []),
  ...pairs,
});

/** Falls back to the `_other` form of a count when the language does not have the requested plural form. */
function textOfForm(language: Texts, key: string, shipped: ShippedTexts): string | undefined {
  const own = ownText(language, key, shipped);
  if (own !== undefined) return own;
  const base = baseOf(key.replace(/_(zero|one|two|few|many)$/, '_other'), shipped.english);
  return ownText(language, `${base}_other`, shipped);
}

/** Fallback for a key that a language has no text for: the default language's text, otherwise the English one. */
export const fallbackText = (key: string, byDefault: Texts, english: string, shipped: ShippedTexts): string =>
  textOfForm(byDefault, key, shipped) ?? english;
