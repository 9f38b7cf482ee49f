// An amount as people type it, in their language's figures, checked the way the server checks it.
import { DomainError, toMinor } from '@kerb/domain/kernel';

const MOST = 1_000_000_000;

const groupSign = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value === '.'
    ? '.'
    : ',';

/** Never a grouping sign, in any language. */
const arabicDecimalSign = '\u066B';

/** Western figures, their decimal or group signs as written, and nothing between. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\u0660-\u0669]/g, (figure) => String(figure.charCodeAt(0) - 0x0660))
    .replace(/[\u066C\s']/g, '');

/** The number's text with a point as decimal sign; null for invalid input. */
function withPoint(text: string, decimals: number, locale: string): string | null {
  if (text.includes(arabicDecimalSign))
    return /^\d+\u066B\d*$/.test(text) ? text.replace(arabicDecimalSign, '.') : null;
  const signs = text.replace(/\d/g, '');
  if (!/^[.,]*$/.test(signs) || !/^\d/.test(text)) return null;
  const last = signs.at(-1);
  if (last === undefined) return text;
  const behind = text.slice(text.lastIndexOf(last) + 1);
  // One sign before three figures: thousands where the language writes them so, and never a guess.
  const isGroup =
    signs.length > 1
      ? [...signs].every((sign) => sign === last)
      : behind.length === 3 && decimals < 3 && last === groupSign(locale);
  const group = isGroup ? last : last === '.' ? ',' : '.';
  const whole = isGroup ? text : text.slice(0, text.lastIndexOf(last));
  const [first = '', ...rest] = whole.split(group);
  if (!/^\d+$/.test(first) || !rest.every((part) => /^\d{3}$/.test(part))) return null;
  if (rest.length > 0 && first.length > 3) return null;
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

/** Major units above zero; null for what is no amount, has too many decimals, or could mean two amounts. */
export function parseAmount(text: string, decimals: number, locale: string): number | null {
  const written = withPoint(plain(text), decimals, locale);
  if (written === null) return null;
  const amount = Number(written);
  return amount > 0 && amount <= MOST && hasPlaces(amount, decimals) ? amount : null;
}

/** A number of 0 or more as people type it, with any number of decimals; NaN for invalid or ambiguous input. */
export function parseNumber(text: string, locale: string): number {
  const written = withPoint(plain(text), 2, locale);
  return written === null ? Number.NaN : Number(written);
}
