// Adds the texts of an area to i18next, and re-renders the app only if a text that may be shown changes.
import i18next from 'i18next';
import type { TextArea, Texts } from './text-area.ts';

/** i18next event after which every component with a text re-renders. */
export const shownTextsChanged = 'shownTextsChanged';

/** Whether a text was rendered before its area had loaded. */
let isTextMissing = false;

/** Shows the key in place of a text that is not loaded; `fallback` is the caller's own text. */
export function missingText(key: string, fallback?: string): string {
  isTextMissing = true;
  return fallback ?? key;
}

/**
 * The texts of a delivery service have their own namespace, which i18next searches first; their keys are those of the
 * texts that they replace.
 */
export const namespaceOf = (area: TextArea) => (area === 'delivery' ? area : 'translation');

/** Whether shown texts may change. Mostly false, because screens load their texts before they render. */
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
