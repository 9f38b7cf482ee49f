// Computes the price of a trip by specification §9 (fare), with every amount rounded once, halves away from zero.
import type { Decimal } from 'decimal.js';
import type { Tariff } from '../fleet/index.ts';
import {
  add,
  DomainError,
  exact,
  inExactOperatorUnit,
  type Km,
  type Minor,
  minor,
  roundHalfAwayFromZero,
  type Seconds,
  subtract,
  toExactMinor,
  toMajor,
} from '../kernel/index.ts';
import { convenienceFee } from './convenience-fee.ts';
import type { FareBreakdown, FareLine } from './fare-breakdown.schema.ts';

export interface FareInput {
  /** Prices in major units; the distance rate is per mile when `convert_to_mile` is on, else per km. */
  tariff: Tariff;
  distance: Km;
  duration: Seconds;
  /** Amount of the selected parcel type and option, in major units; absent when none is selected. */
  parcel_amount?: number;
  option_amount?: number;
  convert_to_mile: boolean;
  /** settings.decimal */
  decimals: number;
}

/** A line of the breakdown like `FareLine`, with its amount in minor units. */
export type QuotedLine = Omit<FareLine, 'amount'> & { amount: Minor };

export interface FareQuote {
  /**
   * Lines shown to users, in this order: base, distance, time, parcel, option, minimum or rounding, convenience fee;
   * lines that do not apply are left out, except distance and time. Each amount is quantity × rate, rounded once; the
   * sum of all lines is exactly `trip_cost`.
   */
  lines: QuotedLine[];
  /** Whether the minimum fare was charged because the trip itself would have cost less. */
  minimum_reached: boolean;
  fare: Minor;
  convenience_fees: Minor;
  /** fare + convenience_fees */
  trip_cost: Minor;
  /** Amount that the driver earns: the fare. */
  driver_share: Minor;
}

/** Distances are priced in steps of a micrometre, so that the quantity of their line has a finite decimal form. */
const DISTANCE_DIGITS = 9;

type ExactLine = Omit<FareLine, 'amount'> & { amount: Decimal };

function exactLines(input: FareInput): ExactLine[] {
  const { tariff, decimals } = input;
  const distance = inExactOperatorUnit(input.distance, input.convert_to_mile).toDecimalPlaces(
    DISTANCE_DIGITS,
  );
  const optional = (kind: 'base' | 'parcel' | 'option', amount: number): ExactLine[] =>
    amount > 0 ? [{ kind, amount: toExactMinor(amount, decimals) }] : [];
  return [
    ...optional('base', tariff.base_fare),
    {
      kind: 'distance',
      quantity: distance.toNumber(),
      rate: tariff.rate_per_unit_distance,
      amount: toExactMinor(distance.times(tariff.rate_per_unit_distance), decimals),
    },
    {
      kind: 'time',
      quantity: input.duration,
      rate: tariff.rate_per_hour,
      amount: toExactMinor(exact(input.duration).times(tariff.rate_per_hour).div(3600), decimals),
    },
    ...optional('parcel', input.parcel_amount ?? 0),
    ...optional('option', input.option_amount ?? 0),
  ];
}

function rejectNegatives({ tariff, ...input }: FareInput): void {
  const amounts = {
    distance: input.distance,
    duration: input.duration,
    parcel_amount: input.parcel_amount ?? 0,
    option_amount: input.option_amount ?? 0,
    rate_per_unit_distance: tariff.rate_per_unit_distance,
    rate_per_hour: tariff.rate_per_hour,
    min_fare: tariff.min_fare,
    convenience_fees: tariff.convenience_fees,
  };
  for (const [name, amount] of Object.entries(amounts)) {
    if (!(amount >= 0)) throw new DomainError('invalid_input', `${name} must be 0 or more`);
  }
}

/**
 * fare = max(min_fare, distance × rate + seconds / 3600 × hourly rate + base_fare if above 0 + parcel + option);
 * convenience_fees flat or a percentage of the fare; trip_cost = fare + convenience_fees; driver_share = fare.
 * Throws `invalid_input` for negative or non-finite numbers.
 */
export function quoteFare(input: FareInput): FareQuote {
  rejectNegatives(input);
  const { tariff, decimals } = input;
  const parts = exactLines(input);
  const exactTotal = parts.reduce((sum, part) => sum.plus(part.amount), exact(0));
  const minimum = toExactMinor(tariff.min_fare, decimals);
  const minimum_reached = minimum.greaterThan(exactTotal);
  const fare = minor(roundHalfAwayFromZero(minimum_reached ? minimum : exactTotal));
  const convenience_fees = convenienceFee(fare, tariff, decimals);

  const lines: QuotedLine[] = parts.map((part) => ({
    ...part,
    amount: minor(roundHalfAwayFromZero(part.amount)),
  }));
  lines.push(...balanceLine(lines, fare, minimum_reached));
  if (convenience_fees > 0) lines.push(feeLine(input, fare, convenience_fees));

  return {
    lines,
    minimum_reached,
    fare,
    convenience_fees,
    trip_cost: add(fare, convenience_fees),
    driver_share: fare,
  };
}

/**
 * Returns the line for the difference between the fare and the sum of the lines: the rest of the minimum fare, or the
 * rounding difference of lines that are rounded one by one. It is a line of its own, so that the displayed lines add
 * up.
 */
function balanceLine(lines: readonly QuotedLine[], fare: Minor, minimum_reached: boolean): QuotedLine[] {
  const amount = subtract(fare, add(...lines.map((line) => line.amount)));
  if (amount === 0) return [];
  return [{ kind: minimum_reached && amount > 0 ? 'minimum' : 'rounding', amount }];
}

/** The quantity of a percentage fee is the fare. */
function feeLine({ tariff, decimals }: FareInput, fare: Minor, amount: Minor): QuotedLine {
  if (tariff.convenience_fee_type === 'flat') return { kind: 'convenience_fee', amount };
  const quantity = toMajor(fare, decimals);
  return { kind: 'convenience_fee', quantity, rate: tariff.convenience_fees, amount };
}

/** Returns the breakdown of the API: the same lines in major units. */
export function presentBreakdown(
  quote: Pick<FareQuote, 'lines' | 'minimum_reached'>,
  decimals: number,
): FareBreakdown {
  return {
    lines: quote.lines.map((line) => ({ ...line, amount: toMajor(line.amount, decimals) })),
    minimum_reached: quote.minimum_reached,
  };
}
