// What a language says by itself, and what stands in where it says nothing.
import { baseOf } from '@kerb/texts';
import type { Language } from './languages.repository.ts';
import type { ShippedTexts } from './shipped-texts.ts';

type Texts = Pick<Language, 'langLocale' | 'pairs'>;

/** The operator's text, else the shipped one. */
export function ownText(
  { langLocale, pairs }: Texts,
  key: string,
  shipped: ShippedTexts,
): string | undefined {
  return Object.hasOwn(pairs, key) ? pairs[key] : shipped.of(langLocale)?.get(key);
}

/** Every text that it has: those shipped, with the operator's over them. */
export const ownTexts = ({ langLocale, pairs }: Texts, shipped: ShippedTexts): Record<string, string> => ({
  ...Object.fromEntries(shipped.of(langLocale) ?? []),
  ...pairs,
});

/** A form of a count that the other language does not have is said in its general form. */
function textOfForm(language: Texts, key: string, shipped: ShippedTexts): string | undefined {
  const own = ownText(language, key, shipped);
  if (own !== undefined) return own;
  const base = baseOf(key.replace(/_(zero|one|two|few|many)$/, '_other'), shipped.english);
  return ownText(language, `${base}_other`, shipped);
}

/** What the key says where a language has no text of its own: the default language's words, else English. */
export const standInText = (key: string, byDefault: Texts, english: string, shipped: ShippedTexts): string =>
  textOfForm(byDefault, key, shipped) ?? english;
