// Loads the operator's own texts and overrides the shipped ones; imported only for languages that have some.
import i18next from 'i18next';
import { client } from '../../store.ts';
import { underReplacedKeys } from '../files/replaced-keys.ts';
import { namespaceOf, showTexts } from '../show-texts.ts';
import type { TextArea, Texts } from '../text-area.ts';

/** The override applied last, by "language/area". */
const laid = new Map<string, { readonly version: number; readonly texts: Texts }>();

/**
 * Shows the texts of an area: the operator's texts merged over `ground`. Resolves to false when the operator's texts
 * could not be loaded; `ground`, or the override applied before, is then shown.
 */
export async function applyOperatorTexts(
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
  // A newer version was applied while this response was on its way: the response is stale.
  if (before && before.version > own.version) return true;
  const texts = { ...ground, ...underReplacedKeys(area, own.texts) };
  laid.set(key, { version: own.version, texts });
  clearCached(
    i18next.getResourceBundle(locale, namespaceOf(area)) ?? {},
    Object.keys(before?.texts ?? {}).filter((name) => !(name in texts)),
  );
  showTexts(locale, area, texts);
  return true;
}

/** Removes texts that the operator has deleted. */
function clearCached(bundle: Texts, keys: readonly string[]): void {
  for (const key of keys) delete bundle[key];
}
