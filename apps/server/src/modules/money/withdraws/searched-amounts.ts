// Reads the amounts that an admin may mean by a search text, in the notation of any language.
import { type Minor, toMinor } from '@kerb/domain/kernel';

/** Larger numbers of minor units are not exact. */
const MAX_DIGITS = 15;

/** Western digits without blanks and apostrophes; the Arabic group separator is dropped. */
const plainNumber = (q: string): string =>
  q
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u066C\s'\u2019]/g, '');

/** Whole part and decimals by their decimal sign; a group has three digits, in India also two ("1,00,000"). */
const notations = [
  /^(\d{1,12}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/,
  /^(\d{1,12}|\d{1,3}(?:\.\d{2,3})*\.\d{3})(?:,(\d+))?$/,
  /^(\d{1,12})(?:\u066B(\d+))?$/,
];

/**
 * Parses the search text as an amount: "1,250.50", "1.250,50" and "1250.5" are equal. With three decimals "1,250" can be
 * read in two ways, and both are returned; empty for another text.
 */
export function amountsOf(q: string, decimals: number): Minor[] {
  const text = plainNumber(q);
  const readings = notations.flatMap((pattern): Minor[] => {
    const [, whole, fraction = ''] = pattern.exec(text) ?? [];
    const digits = whole?.replaceAll(/[.,]/g, '');
    if (digits === undefined || digits.length + decimals > MAX_DIGITS || fraction.length > decimals)
      return [];
    return [toMinor(`${digits}.${fraction || '0'}`, decimals)];
  });
  return [...new Set(readings)];
}
