// Gives the texts of an area to i18next.
import { withoutDelivery } from '@kerb/texts';
import i18next from 'i18next';
import type { TextArea, Texts } from './text-area.ts';

/** Those of a delivery service lie in a namespace that is looked in first, under the keys of the texts they replace. */
export function showTexts(locale: string, area: TextArea, texts: Texts): void {
  if (area !== 'delivery') {
    i18next.addResourceBundle(locale, 'translation', texts, true, true);
    return;
  }
  const worded = Object.entries(texts).map(([key, text]) => [withoutDelivery(key), text]);
  i18next.addResourceBundle(locale, 'delivery', Object.fromEntries(worded), true, true);
}
