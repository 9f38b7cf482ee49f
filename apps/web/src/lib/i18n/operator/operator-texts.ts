// The operator's own texts, which override the shipped ones; loaded only for operators that have some.
import i18next from 'i18next';
import { client } from '../../store.ts';
import { underReplacedKeys } from '../files/replaced-keys.ts';
import { namespaceOf, showTexts } from '../show-texts.ts';
import type { TextArea, Texts } from '../text-area.ts';

/** What was laid over last, by language and area. */
const laid = new Map<string, { readonly version: number; readonly texts: Texts }>();

/**
 * Shows the texts of an area: `ground` with the operator's over it. Answers false when these could not be had; then
 * the ground alone is shown.
 */
export async function layOver(
  locale: string,
  area: TextArea,
  version: number,
  ground: Texts,
): Promise<boolean> {
  const key = `${locale}/${area}`;
  const own = await client
    .getLanguageTexts({ params: { locale, area }, query: { version } })
    .catch(() => null);
  const before = laid.get(key);
  if (own === null) {
    console.warn(`The operator's texts of ${key} could not be read`);
    if (!before) showTexts(locale, area, ground);
    return false;
  }
  // An answer that was overtaken by a newer one says nothing any more.
  if (before && before.version > own.version) return true;
  const texts = { ...ground, ...underReplacedKeys(area, own.texts) };
  laid.set(key, { version: own.version, texts });
  forget(
    i18next.getResourceBundle(locale, namespaceOf(area)) ?? {},
    Object.keys(before?.texts ?? {}).filter((name) => !(name in texts)),
  );
  showTexts(locale, area, texts);
  return true;
}

/** Texts that were taken out of the language. */
function forget(bundle: Texts, keys: readonly string[]): void {
  for (const key of keys) delete bundle[key];
}
