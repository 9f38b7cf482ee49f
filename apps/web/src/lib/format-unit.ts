// Formats rates, exact quantities and unit signs. Separate from format.ts, because the first load does not need them.
import { isolated } from '@kerb/texts';
import { formatMoney, type MoneyStyle } from './format.ts';

/** Number of digits after the decimal point: 2 for 12.25. */
export const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/** A distance with this many decimals, isolated so that number and unit keep their order within right-to-left text. */
export function formatExactDistance(
  distance: number,
  digits: number,
  inMiles: boolean,
  locale: string,
): string {
  const text = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: inMiles ? 'mile' : 'kilometer',
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(distance);
  return isolated(text);
}

/** A price for a unit in major units: it may have more decimals than an amount that is paid. */
export function formatRate(rate: number, style: MoneyStyle, locale: string): string {
  return formatMoney(rate, { ...style, decimal: Math.max(style.decimal, decimalsOf(rate)) }, locale);
}

/** The language's abbreviation of the unit: "km", "mi", "كم". */
export function distanceSign(inMiles: boolean, locale: string): string {
  const style = { style: 'unit', unit: inMiles ? 'mile' : 'kilometer', unitDisplay: 'short' } as const;
  const parts = new Intl.NumberFormat(locale, style).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}
