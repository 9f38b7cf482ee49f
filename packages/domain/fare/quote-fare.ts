// The price of a trip: specification §9 (fare), with every amount rounded once, halves away from zero.
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

/** A line of the breakdown in minor units; otherwise as in `FareLine`. */
export type QuotedLine = Omit<FareLine, 'amount'> & { amount: Minor };

export interface FareQuote {
  /**
   * What people see, in this order: base, distance, time, parcel, option, minimum or rounding, convenience fee; lines
   * that do not apply are left out, except distance and time. Each amount is its quantity times its rate, rounded once,
   * and all of them add up to `trip_cost` exactly.
   */
  lines: QuotedLine[];
  /** The minimum fare was charged because the trip alone would have cost less. */
  minimum_reached: boolean;
  fare: Minor;
  convenience_fees: Minor;
  /** fare + convenience_fees */
  trip_cost: Minor;
  /** What the driver earns: the fare. */
  driver_share: Minor;
}

/** A distance is priced in steps of a micrometre, so that the quantity of its line can be written out in full. */
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

function refuseNegatives({ tariff, ...input }: FareInput): void {
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
  refuseNegatives(input);
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
 * What the lines lack of the fare: the rest of the minimum fare; or the minor unit by which lines rounded one by one
 * differ from a fare that is rounded once, in its own line, so that no line hides it.
 */
function balanceLine(lines: readonly QuotedLine[], fare: Minor, minimum_reached: boolean): QuotedLine[] {
  const amount = subtract(fare, add(...lines.map((line) => line.amount)));
  if (amount === 0) return [];
  return [{ kind: minimum_reached && amount > 0 ? 'minimum' : 'rounding', amount }];
}

/** A percentage is of the fare, which is its quantity. */
function feeLine({ tariff, decimals }: FareInput, fare: Minor, amount: Minor): QuotedLine {
  if (tariff.convenience_fee_type === 'flat') return { kind: 'convenience_fee', amount };
  const quantity = toMajor(fare, decimals);
  return { kind: 'convenience_fee', quantity, rate: tariff.convenience_fees, amount };
}

/** The breakdown as the API carries it: the same lines in major units. */
export function presentBreakdown(
  quote: Pick<FareQuote, 'lines' | 'minimum_reached'>,
  decimals: number,
): FareBreakdown {
  return {
    lines: quote.lines.map((line) => ({ ...line, amount: toMajor(line.amount, decimals) })),
    minimum_reached: quote.minimum_reached,
  };
}
