// Rates, exact quantities and the signs of units. Apart from format.ts, because the first load needs none of them.
import { isolated } from '@kerb/texts';
import { formatMoney, type MoneyStyle } from './format.ts';

/** How many digits a number has after the decimal point: 2 of 12.25. */
export const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/** A distance with this many digits after the decimal sign, in one piece within text of the other direction. */
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

/** "km", "mi", "كم": as the language shortens it. */
export function distanceSign(inMiles: boolean, locale: string): string {
  const style = { style: 'unit', unit: inMiles ? 'mile' : 'kilometer', unitDisplay: 'short' } as const;
  const parts = new Intl.NumberFormat(locale, style).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}
