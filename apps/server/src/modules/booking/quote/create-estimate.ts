// "Get an estimate": the fare of a real road route, itemised, and kept for ten minutes.
import type { EstimateRequest } from '@kerb/contract';
import { type InstructionData, maxWaypoints, QUOTE_MS } from '@kerb/domain/booking';
import { presentBreakdown, quoteFare } from '@kerb/domain/fare';
import type { CarType, PricedChoice } from '@kerb/domain/fleet';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { DomainError, km, seconds } from '@kerb/domain/kernel';
import type { AppCategory, Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { Pricing, Quote } from '../booking.tables.ts';
import { quoteRepository, withoutPromo } from './quote.repository.ts';

/** Closer than this, pickup and drop are the same door. */
const SAME_PLACE_KM = 0.01;

export interface Journey {
  pickup: Quote['pickup'];
  drop: Quote['drop_point'];
  waypoints: Quote['waypoints'];
  carType: string;
}

type Input = Journey & { instructionData?: EstimateRequest['instructionData'] };

/** The parcel type or option the request names by its index; null when none is. */
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

/** Parcels are of deliveries; options, as a child seat, of every trip. */
export function choicesOf(
  carType: CarType,
  appcat: AppCategory,
  instructions: Partial<Pick<InstructionData, 'parcelTypeIndex' | 'optionIndex'>> = {},
): { parcel: PricedChoice | null; option: PricedChoice | null } {
  return {
    parcel:
      appcat === 'delivery'
        ? chosen(carType.parcelTypes, instructions.parcelTypeIndex, 'instructionData.parcelTypeIndex')
        : null,
    option: chosen(carType.options, instructions.optionIndex, 'instructionData.optionIndex'),
  };
}

export function pricingOf(
  carType: CarType,
  settings: Pick<Settings, 'convert_to_mile' | 'decimal'>,
): Pricing {
  const { base_fare, rate_per_unit_distance, rate_per_hour, min_fare } = carType;
  const { convenience_fees, convenience_fee_type, cancelSlab } = carType;
  return {
    tariff: {
      base_fare,
      rate_per_unit_distance,
      rate_per_hour,
      min_fare,
      convenience_fees,
      convenience_fee_type,
    },
    cancelSlab,
    convert_to_mile: settings.convert_to_mile,
    decimals: settings.decimal,
  };
}

/** Fare of a distance and a time by the rules a quote was made with. */
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

export function createCreateEstimate({ db, clock, ids, settings, maps, fleet }: BookingDeps) {
  async function routeOf({ pickup, drop, waypoints }: Journey) {
    if (waypoints.length > maxWaypoints) throw new DomainError('too_many_waypoints');
    if (waypoints.length === 0 && distanceKm(pickup, drop) < SAME_PLACE_KM)
      throw new DomainError('pickup_equals_drop');
    const stops: LatLng[] = [pickup, ...waypoints, drop];
    await Promise.all(stops.map((stop) => maps.assertInCity(stop)));
    return maps.directions(pickup, drop, waypoints);
  }

  return async (actor: Actor | null, input: Input): Promise<Quote> => {
    const [current, carType] = await Promise.all([settings.get(), fleet.carType(input.carType)]);
    if (!carType) throw new DomainError('select_proper', 'There is no such car type');
    const { parcel, option } = choicesOf(carType, current.appcat, input.instructionData);
    const route = await routeOf(input);
    const pricing = pricingOf(carType, current);
    const trip = { distance_km: route.distance_in_km, time_secs: Math.round(route.time_in_secs) };
    const price = priceTrip(pricing, { ...trip, parcel, option });
    const now = clock.now();
    const quote: Quote = {
      id: ids.next(),
      made_for: actor?.uid ?? null,
      car_type: carType.id,
      pickup: input.pickup,
      drop_point: input.drop,
      waypoints: input.waypoints,
      pricing,
      parcel_type: parcel,
      option,
      ...trip,
      polyline: route.polylinePoints,
      fare: price.fare,
      convenience_fees: price.convenience_fees,
      trip_cost: price.trip_cost,
      breakdown: presentBreakdown(price, pricing.decimals),
      ...withoutPromo,
      created_at: now,
      expires_at: now + QUOTE_MS,
    };
    await quoteRepository(db).insert(quote);
    return quote;
  };
}
