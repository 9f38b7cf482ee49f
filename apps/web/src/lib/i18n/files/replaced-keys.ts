// Maps the texts of a delivery service to the keys of the texts that they replace.
import { withoutDelivery } from '@kerb/texts/without-delivery';
import type { Texts } from '../text-area.ts';

export const underReplacedKeys = (area: string, texts: Texts): Texts =>
  area === 'delivery'
    ? Object.fromEntries(Object.entries(texts).map(([key, text]) => [withoutDelivery(key), text]))
    : texts;
