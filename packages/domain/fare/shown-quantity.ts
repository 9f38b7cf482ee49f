// Selects the number of decimals of a displayed quantity, so that quantity × rate gives the displayed amount.
import { exact, type Numeric, roundToMinor } from '../kernel/index.ts';
import type { FareLine } from './fare-breakdown.schema.ts';

/** A quantity to multiply by the rate: km, miles, or seconds with a rate per hour. */
export interface ShownQuantity {
  readonly value: number;
  /** Number of digits to display after the decimal point. */
  readonly digits: number;
}

const SECONDS_PER_HOUR = 3600;
/** Minimum number of digits; distances are displayed at least to 10 m. */
const MIN_DIGITS = { distance: 2, time: 0 } as const;
/** Further digits are meaningless for a distance or time, and a JavaScript number has only 15. */
const MAX_DIGITS = 12;

export type MeasuredLine = FareLine & { kind: 'distance' | 'time'; quantity: number; rate: number };

export const isMeasured = (line: FareLine): line is MeasuredLine =>
  (line.kind === 'distance' || line.kind === 'time') &&
  line.quantity !== undefined &&
  line.rate !== undefined;

/**
 * Returns the quantity of a distance or time line, rounded to the fewest decimals for which quantity × rate gives its
 * amount. `decimals`: settings.decimal.
 */
export function shownQuantity(
  { kind, quantity, rate, amount }: MeasuredLine,
  decimals: number,
): ShownQuantity {
  const whole = exact(quantity);
  const target = roundToMinor(amount, decimals);
  const costOf = (value: Numeric) => {
    const cost = exact(value).times(rate);
    return roundToMinor(kind === 'time' ? cost.div(SECONDS_PER_HOUR) : cost, decimals);
  };
  for (let digits = MIN_DIGITS[kind]; digits < MAX_DIGITS; digits += 1) {
    const rounded = whole.toDecimalPlaces(digits);
    if (costOf(rounded) === target) return { value: rounded.toNumber(), digits };
  }
  return { value: quantity, digits: MAX_DIGITS };
}

/** Formats seconds as hours that can be multiplied by an hourly rate: "0:23", or "0:23:40" when not a whole minute. */
export function formatClock({ value, digits }: ShownQuantity, locale: string): string {
  const part = (amount: number, least: number, fraction = 0) =>
    new Intl.NumberFormat(locale, {
      useGrouping: false,
      minimumIntegerDigits: least,
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
    }).format(amount);
  const hours = Math.floor(value / SECONDS_PER_HOUR);
  const minutes = Math.floor((value % SECONDS_PER_HOUR) / 60);
  const rest = exact(value).minus(hours * SECONDS_PER_HOUR + minutes * 60);
  const clock = `${part(hours, 1)}:${part(minutes, 2)}`;
  return rest.isZero() ? clock : `${clock}:${part(rest.toNumber(), 2, digits)}`;
}
