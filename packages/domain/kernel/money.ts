// Money as whole minor units: exact conversion, rounding half away from zero, and formatting.
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import { DomainError } from './errors.ts';

/** An amount in minor units (cents for decimals = 2): a whole number of at most fifteen digits. */
export type Minor = number & z.core.$brand<'Minor'>;

/** Maximum amount: fifteen digits, the most for which major units are transmitted exactly as a JSON number. */
export const MAX_MINOR = 999_999_999_999_999;

/** Maximum number of decimal places of a currency; no currency in use has more than four. */
export const MAX_DECIMALS = 6;

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Input of exact arithmetic: a number (read as its shortest decimal form), text, or a Decimal. */
export type Numeric = number | string | Decimal;

function isMinor(value: number): value is Minor {
  return Number.isInteger(value) && Math.abs(value) <= MAX_MINOR;
}

/**
 * Converts a whole number to minor units. Throws `invalid_input` for fractions, NaN, infinities and overflow; −0
 * becomes 0.
 */
export function minor(value: number): Minor {
  const normal = value === 0 ? 0 : value;
  if (!isMinor(normal)) throw new DomainError('invalid_input', `${value} is not an amount in minor units`);
  return normal;
}

export const ZERO: Minor = minor(0);

/** Returns an exact decimal number. Throws `invalid_input` for NaN, infinities and text that is not a number. */
export function exact(value: Numeric): Decimal {
  let decimal: Decimal;
  try {
    decimal = new Exact(value);
  } catch {
    throw new DomainError('invalid_input', `${value} is not a number`);
  }
  if (!decimal.isFinite()) throw new DomainError('invalid_input', `${value} is not a finite number`);
  return decimal;
}

/** Number of minor units in a major unit, by the number of decimal places: 1, 10, 100, … */
const scales = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

function scale(decimals: number): number {
  const found = scales[decimals];
  if (found === undefined)
    throw new DomainError('invalid_input', `${decimals} is not a number of decimal places`);
  return found;
}

/** Rounds to a whole number, halves away from zero: 2.5 → 3, −2.5 → −3. Never returns −0. */
export function roundHalfAwayFromZero(value: Numeric): number {
  const rounded = exact(value).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  return rounded === 0 ? 0 : rounded;
}

/** Converts major units to minor units without rounding; callers round once, at the end. */
export function toExactMinor(major: Numeric, decimals: number): Decimal {
  return exact(major).times(scale(decimals));
}

/**
 * Converts major units to minor units exactly: toMinor(12.34, 2) → 1234. Throws `invalid_input` for NaN, infinities and
 * more decimal places than the currency has.
 */
export function toMinor(major: Numeric, decimals: number): Minor {
  const value = toExactMinor(major, decimals);
  if (!value.isInteger()) {
    throw new DomainError('invalid_input', `${major} has more than ${decimals} decimal places`);
  }
  return minor(value.toNumber());
}

/** Converts major units to the nearest minor unit, halves away from zero; for rates and computed amounts. */
export function roundToMinor(major: Numeric, decimals: number): Minor {
  return minor(roundHalfAwayFromZero(toExactMinor(major, decimals)));
}

/**
 * Converts minor units to the number in major units that the API uses: toMajor(1234, 2) → 12.34. IEEE 754 rounds a
 * quotient of whole numbers correctly, so the result is the number nearest to the decimal fraction.
 */
export function toMajor(amount: Minor, decimals: number): number {
  return amount / scale(decimals);
}

/** Returns the sum of any number of amounts. Throws `invalid_input` on overflow. */
export function add(...amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** Returns `from` minus `amount`; may be negative. */
export function subtract(from: Minor, amount: Minor): Minor {
  return minor(from - amount);
}

export function negate(amount: Minor): Minor {
  return minor(-amount);
}

export function minMinor(first: Minor, second: Minor): Minor {
  return first < second ? first : second;
}

export function maxMinor(first: Minor, second: Minor): Minor {
  return first > second ? first : second;
}

/** Returns `percent` of an amount (12.5 means 12.5 %), rounded once, halves away from zero. */
export function percentage(amount: Minor, percent: Numeric): Minor {
  return minor(roundHalfAwayFromZero(exact(percent).times(amount).div(100)));
}

/** Format of money: the operator's settings by their own names, and the reader's locale ("es-UY"). */
export interface MoneyFormat {
  symbol: string;
  decimal: number;
  /** true: the symbol follows the number */
  swipe_symbol: boolean;
  locale?: string;
}

/** Formats money: "$U 1,234.50", or "1,234.50 $U" when swipe_symbol is on; "-$U 5.00" below zero. */
export function formatMoney(amount: Minor, format: MoneyFormat): string {
  const { symbol, decimal, swipe_symbol: symbolAfter, locale = 'en' } = format;
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimal,
    maximumFractionDigits: decimal,
  }).format(toMajor(minor(Math.abs(amount)), decimal));
  const sign = amount < 0 ? '-' : '';
  // A no-break space keeps symbol and number on one line.
  return symbolAfter ? `${sign}${digits}\u00a0${symbol}` : `${sign}${symbol}\u00a0${digits}`;
}
