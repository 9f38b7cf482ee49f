// Computes the price of an example trip (five kilometres or miles, twelve minutes) with the same formula as real fares.
import { type FareBreakdown, presentBreakdown, quoteFare } from '@kerb/domain/fare';
import type { CarTypeInput } from '@kerb/domain/fleet';
import { km, miles, milesToKm, seconds, toMajor } from '@kerb/domain/kernel';

export const EXAMPLE_DISTANCE = 5;
export const EXAMPLE_SECONDS = 720;

export interface Example {
  readonly lines: FareBreakdown['lines'];
  /** Major units. */
  readonly total: number;
}

interface ExampleStyle {
  readonly convert_to_mile: boolean;
  readonly decimal: number;
}

/** Indices in the lists; -1 for no selection. */
interface Chosen {
  readonly parcel: number;
  readonly option: number;
}

const isPrice = (value: number): boolean => Number.isFinite(value) && value >= 0;

/** Null while a number that the price depends on is missing. */
export function quoteExample(
  input: CarTypeInput,
  { convert_to_mile, decimal }: ExampleStyle,
  { parcel, option }: Chosen = { parcel: -1, option: -1 },
): Example | null {
  const parcel_amount = input.parcelTypes[parcel]?.amount ?? 0;
  const option_amount = input.options[option]?.amount ?? 0;
  const { base_fare, rate_per_unit_distance, rate_per_hour, min_fare, convenience_fees } = input;
  const numbers = [base_fare, rate_per_unit_distance, rate_per_hour, min_fare, convenience_fees];
  if (![...numbers, parcel_amount, option_amount].every(isPrice)) return null;
  const quote = quoteFare({
    tariff: input,
    distance: convert_to_mile ? milesToKm(miles(EXAMPLE_DISTANCE)) : km(EXAMPLE_DISTANCE),
    duration: seconds(EXAMPLE_SECONDS),
    parcel_amount,
    option_amount,
    convert_to_mile,
    decimals: decimal,
  });
  return { lines: presentBreakdown(quote, decimal).lines, total: toMajor(quote.trip_cost, decimal) };
}
