// An odometer as people type it.
import { MOST_ODOMETER } from '@kerb/domain/fleet';
import { parseNumber } from '../../ui/parse-amount.ts';

/** Null for nothing typed; undefined for what is no whole number of an odometer. */
export function readOdometer(text: string, locale: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = parseNumber(text, locale);
  return Number.isInteger(value) && value <= MOST_ODOMETER ? value : undefined;
}
