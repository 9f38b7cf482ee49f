// Gives the texts of an area to i18next.
import i18next from 'i18next';
import type { TextArea, Texts } from './text-area.ts';

/** Those of a delivery service are looked up first, under the keys of the texts that they replace. */
export const namespaceOf = (area: TextArea) => (area === 'delivery' ? area : 'translation');

export function showTexts(locale: string, area: TextArea, texts: Texts): void {
  i18next.addResourceBundle(locale, namespaceOf(area), texts, true, true);
}
