// Parses numbers as users type them in their language, with the same validation as the server, and formats them for
// the fields they are typed into.
import { DomainError, toMinor } from '@kerb/domain/kernel';

/** The decimal and the group separator that the locale uses between western digits. */
function signsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const sign = (wanted: 'decimal' | 'group') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { decimal: sign('decimal'), group: sign('group') };
}

/** Arabic decimal separator, which no language uses as a group separator. */
const arabicDecimalSign = '\u066B';

/** Converts digits to Latin ones and removes blanks of any width and apostrophes; "." and "," stay. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\u0660-\u0669]/g, (figure) => String(figure.charCodeAt(0) - 0x0660))
    .replace(/[\u066C\s'\u2019]/g, '');

/** Returns the number with a point as decimal separator; null for invalid input. */
function withPoint(text: string, decimals: number, locale: string): string | null {
  if (text.includes(arabicDecimalSign))
    return /^\d+\u066B\d*$/.test(text) ? text.replace(arabicDecimalSign, '.') : null;
  const signs = text.replace(/\d/g, '');
  if (!/^[.,]*$/.test(signs) || !/^\d/.test(text)) return null;
  const last = signs.at(-1);
  if (last === undefined) return text;
  const behind = text.slice(text.lastIndexOf(last) + 1);
  const own = signsOf(locale);
  // A single separator before three digits counts as a group separator only if it is the language's own, and never
  // after a leading 0. The language's decimal separator does not count as one even when it is repeated.
  const isOwnGroup = signs.length === 1 && behind.length === 3 && last === own.group && !text.startsWith('0');
  // With three decimals it could also be meant as a decimal separator, for an amount 1,000 times smaller.
  if (isOwnGroup && decimals >= 3) return null;
  const isGroup =
    isOwnGroup || (signs.length > 1 && [...signs].every((sign) => sign === last) && last !== own.decimal);
  const group = isGroup ? last : last === '.' ? ',' : '.';
  const whole = isGroup ? text : text.slice(0, text.lastIndexOf(last));
  const [first = '', ...rest] = whole.split(group);
  if (!/^\d+$/.test(first) || !rest.every((part) => /^\d{3}$/.test(part))) return null;
  if (rest.length > 0 && (first.length > 3 || first.startsWith('0'))) return null;
  return `${first}${rest.join('')}${isGroup ? '' : `.${behind === '' ? '0' : behind}`}`;
}

function hasPlaces(amount: number, decimals: number): boolean {
  try {
    return toMinor(amount, decimals) > 0;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Returns an amount above zero in major units; null if it is invalid, ambiguous or has too many decimals. */
export function parseAmount(text: string, decimals: number, locale: string): number | null {
  const written = withPoint(plain(text), decimals, locale);
  if (written === null) return null;
  const amount = Number(written);
  return amount > 0 && hasPlaces(amount, decimals) ? amount : null;
}

/** Parses a number of 0 or more with any number of decimals; NaN for invalid or ambiguous input. */
export function parseNumber(text: string, locale: string): number {
  const written = withPoint(plain(text), 2, locale);
  return written === null ? Number.NaN : Number(written);
}

/** Formats a number as the locale types it: western digits, its decimal sign, no grouping. */
export function numberText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    useGrouping: false,
    maximumFractionDigits: 6,
  }).format(value);
}

/** Rewrites a number typed in one language for another; a text that is not a number stays as it is. */
export function numberTextIn(text: string, from: string, to: string): string {
  const value = parseNumber(text, from);
  return from === to || Number.isNaN(value) ? text : numberText(value, to);
}
