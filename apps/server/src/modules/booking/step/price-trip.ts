// Computes the price of a trip: for estimates, for bookings made from them and for the final fare.
import type { InstructionData } from '@kerb/domain/booking';
import { quoteFare } from '@kerb/domain/fare';
import type { CarType, PricedChoice } from '@kerb/domain/fleet';
import { DomainError, km, seconds } from '@kerb/domain/kernel';
import type { Pricing, Quote } from '../store/booking.tables.ts';

export interface Journey {
  pickup: Quote['pickup'];
  drop: Quote['drop_point'];
  waypoints: Quote['waypoints'];
  carType: string;
}

/** The parcel type or option that the request selects by index; null for none. */
function chosen(
  choices: readonly PricedChoice[],
  index: number | null | undefined,
  path: string,
): PricedChoice | null {
  if (index === null || index === undefined) return null;
  const choice = choices[index];
  if (!choice)
    throw new DomainError('invalid_input', undefined, [{ path, message: 'There is no such choice' }]);
  return choice;
}

/** The selected parcel type and option; each is charged if present, on taxi trips and deliveries. */
export function choicesOf(
  carType: CarType,
  instructions: Partial<Pick<InstructionData, 'parcelTypeIndex' | 'optionIndex'>> = {},
): { parcel: PricedChoice | null; option: PricedChoice | null } {
  return {
    parcel: chosen(carType.parcelTypes, instructions.parcelTypeIndex, 'instructionData.parcelTypeIndex'),
    option: chosen(carType.options, instructions.optionIndex, 'instructionData.optionIndex'),
  };
}

/** The fare of a distance and a time by the price rules of a quote. */
export function priceTrip(
  pricing: Pricing,
  trip: { distance_km: number; time_secs: number; parcel: PricedChoice | null; option: PricedChoice | null },
) {
  return quoteFare({
    tariff: pricing.tariff,
    distance: km(trip.distance_km),
    duration: seconds(trip.time_secs),
    parcel_amount: trip.parcel?.amount ?? 0,
    option_amount: trip.option?.amount ?? 0,
    convert_to_mile: pricing.convert_to_mile,
    decimals: pricing.decimals,
  });
}
