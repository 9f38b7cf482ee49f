// Money as whole minor units: exact conversion, rounding half away from zero, and formatting for people.
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import { DomainError } from './errors.ts';

/** An amount in minor units (cents for decimals = 2): a whole number of at most fifteen digits. */
export type Minor = number & z.core.$brand<'Minor'>;

/** Fifteen digits: the most for which major units survive the trip through a JSON number unchanged. */
export const MAX_MINOR = 999_999_999_999_999;

/** The most decimal places a currency may have; no currency in use has more than four. */
export const MAX_DECIMALS = 6;

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** What exact arithmetic accepts: a number (its shortest decimal form counts), text, or a Decimal. */
export type Numeric = number | string | Decimal;

function isMinor(value: number): value is Minor {
  return Number.isInteger(value) && Math.abs(value) <= MAX_MINOR;
}

/** Takes a whole number for minor units. Throws `invalid_input` for fractions, NaN, infinities and overflow; −0 is 0. */
export function minor(value: number): Minor {
  const normal = value === 0 ? 0 : value;
  if (!isMinor(normal)) throw new DomainError('invalid_input', `${value} is not an amount in minor units`);
  return normal;
}

export const ZERO: Minor = minor(0);

/** An exact decimal number. Throws `invalid_input` for NaN, infinities and text that is not a number. */
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

/** 1, 10, 100 …: how many minor units a major unit has, by the number of decimal places. */
const scales = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

function scale(decimals: number): number {
  const found = scales[decimals];
  if (found === undefined)
    throw new DomainError('invalid_input', `${decimals} is not a number of decimal places`);
  return found;
}

/** Rounds to a whole number, halves away from zero: 2.5 → 3, −2.5 → −3. Never answers −0. */
export function roundHalfAwayFromZero(value: Numeric): number {
  const rounded = exact(value).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  return rounded === 0 ? 0 : rounded;
}

/** An exact amount in major units as minor units, without rounding yet; round it once, at the end. */
export function toExactMinor(major: Numeric, decimals: number): Decimal {
  return exact(major).times(scale(decimals));
}

/**
 * Major units to minor units, exactly: toMinor(12.34, 2) → 1234.
 * Throws `invalid_input` for NaN, infinities and more decimal places than the currency has.
 */
export function toMinor(major: Numeric, decimals: number): Minor {
  const value = toExactMinor(major, decimals);
  if (!value.isInteger()) {
    throw new DomainError('invalid_input', `${major} has more than ${decimals} decimal places`);
  }
  return minor(value.toNumber());
}

/** Major units to the nearest minor unit, halves away from zero; for rates and computed amounts. */
export function roundToMinor(major: Numeric, decimals: number): Minor {
  return minor(roundHalfAwayFromZero(toExactMinor(major, decimals)));
}

/**
 * Minor units to the number in major units that the API carries: toMajor(1234, 2) → 12.34. IEEE 754 rounds a quotient of
 * whole numbers correctly, so the result is the number nearest to the decimal fraction.
 */
export function toMajor(amount: Minor, decimals: number): number {
  return amount / scale(decimals);
}

/** The sum of any number of amounts. Throws `invalid_input` when it no longer fits. */
export function add(...amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** `from` less `amount`; may be negative. */
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

/** `percent` of an amount (12.5 means 12.5 %), rounded once, halves away from zero. */
export function percentage(amount: Minor, percent: Numeric): Minor {
  return minor(roundHalfAwayFromZero(exact(percent).times(amount).div(100)));
}

/** How the operator writes money: the settings' own names, and the reader's locale ("es-UY"). */
export interface MoneyFormat {
  symbol: string;
  decimal: number;
  /** on: the symbol follows the number */
  swipe_symbol: boolean;
  locale?: string;
}

/** Money as people read it: "$U 1,234.50", or "1,234.50 $U" when swipe_symbol is on; "-$U 5.00" below zero. */
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
