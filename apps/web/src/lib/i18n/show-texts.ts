// Gives the texts of an area to i18next, and renders the app again only where it shows a text that changes.
import i18next from 'i18next';
import type { TextArea, Texts } from './text-area.ts';

/** The event of i18next after which everything that shows a text renders again. */
export const shownTextsChanged = 'shownTextsChanged';

/** A text was rendered before its area had loaded. */
let isTextMissing = false;

/** Shows the key in place of a text that is not loaded; `fallback` is the caller's own text. */
export function missingText(key: string, fallback?: string): string {
  isTextMissing = true;
  return fallback ?? key;
}

/** Those of a delivery service are looked up first, under the keys of the texts that they replace. */
export const namespaceOf = (area: TextArea) => (area === 'delivery' ? area : 'translation');

/** Screens load their texts before they render, so that most areas change nothing that is shown. */
function changesShownTexts(locale: string, area: TextArea, texts: Texts): boolean {
  if (isTextMissing || area === 'delivery') return true;
  const loaded: Texts = i18next.getResourceBundle(locale, namespaceOf(area)) ?? {};
  return Object.entries(texts).some(([key, text]) => key in loaded && loaded[key] !== text);
}

export function showTexts(locale: string, area: TextArea, texts: Texts): void {
  const changesShown = changesShownTexts(locale, area, texts);
  i18next.addResourceBundle(locale, namespaceOf(area), texts, true, true);
  if (!changesShown) return;
  isTextMissing = false;
  i18next.emit(shownTextsChanged);
}
