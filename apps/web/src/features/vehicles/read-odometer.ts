// Parses a typed odometer value.
import { MAX_ODOMETER } from '@kerb/domain/fleet';
import { parseNumber } from '../../ui/parse-amount.ts';

/** Null for an empty text; undefined for a text that is not a valid whole number. */
export function readOdometer(text: string, locale: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = parseNumber(text, locale);
  return Number.isInteger(value) && value <= MAX_ODOMETER ? value : undefined;
}
