// "Get an estimate": the itemised fare of a road route, stored as a quote that is valid for ten minutes.
import type { EstimateRequest } from '@kerb/contract';
import { maxWaypoints, QUOTE_MS } from '@kerb/domain/booking';
import { presentBreakdown } from '@kerb/domain/fare';
import type { CarType, PricedChoice } from '@kerb/domain/fleet';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { departureAhead } from '@kerb/domain/travel-times';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps, RoadWay } from '../booking.deps.ts';
import { choicesOf, type Journey, priceTrip } from '../step/price-trip.ts';
import type { Pricing, Quote } from '../store/booking.tables.ts';
import { quoteRepository, withoutPromo } from '../store/quote.repository.ts';

/** Pickup and drop closer than this count as the same place. */
const SAME_PLACE_KM = 0.01;

type Input = Journey & Pick<EstimateRequest, 'instructionData' | 'tripdate'>;

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

export interface QuoteParts {
  id: string;
  /** uid; null for a visitor who has not signed in. */
  madeFor: string | null;
  journey: Pick<Journey, 'pickup' | 'drop' | 'waypoints'>;
  route: Pick<RoadWay, 'distance_in_km' | 'time_in_secs' | 'free_flow_secs' | 'polylinePoints'>;
  carType: CarType;
  settings: Pick<Settings, 'convert_to_mile' | 'decimal'>;
  parcel: PricedChoice | null;
  option: PricedChoice | null;
  /** The departure for whose traffic the route's time was computed, ms since the epoch; null for now. */
  departsAt: number | null;
  /** ms since the epoch */
  now: number;
}

/** Computes the quote of a route, without a promo. */
export function makeQuote({ journey, route, carType, parcel, option, now, ...parts }: QuoteParts): Quote {
  const pricing = pricingOf(carType, parts.settings);
  const trip = { distance_km: route.distance_in_km, time_secs: Math.round(route.time_in_secs) };
  const price = priceTrip(pricing, { ...trip, parcel, option });
  return {
    id: parts.id,
    made_for: parts.madeFor,
    car_type: carType.id,
    pickup: journey.pickup,
    drop_point: journey.drop,
    waypoints: journey.waypoints,
    pricing,
    parcel_type: parcel,
    option,
    ...trip,
    free_flow_secs: Math.round(route.free_flow_secs),
    departs_at: parts.departsAt,
    polyline: route.polylinePoints,
    fare: price.fare,
    convenience_fees: price.convenience_fees,
    trip_cost: price.trip_cost,
    breakdown: presentBreakdown(price, pricing.decimals),
    ...withoutPromo,
    created_at: now,
    expires_at: now + QUOTE_MS,
  };
}

export function createEstimateFare({ db, clock, ids, settings, maps, fleet }: BookingDeps) {
  async function routeOf(
    { pickup, drop, waypoints }: Journey,
    options: { caller: string | undefined; departAt: number },
  ) {
    if (waypoints.length > maxWaypoints) throw new DomainError('too_many_waypoints');
    if (waypoints.length === 0 && distanceKm(pickup, drop) < SAME_PLACE_KM)
      throw new DomainError('pickup_equals_drop');
    const stops: LatLng[] = [pickup, ...waypoints, drop];
    await Promise.all(stops.map((stop) => maps.assertInCity(stop)));
    return maps.directions(pickup, drop, waypoints, options);
  }

  return async function estimateFare(
    actor: Pick<Actor, 'uid'> | null,
    input: Input,
    caller?: string,
  ): Promise<Quote> {
    const [current, carType] = await Promise.all([settings.get(), fleet.carType(input.carType)]);
    if (!carType) throw new DomainError('select_proper', 'There is no such car type');
    const { parcel, option } = choicesOf(carType, input.instructionData);
    const now = clock.now();
    const departs_at = departureAhead(input.tripdate, now);
    const route = await routeOf(input, { caller, departAt: departs_at ?? now });
    const quote = makeQuote({
      id: ids.next(),
      madeFor: actor?.uid ?? null,
      journey: input,
      route,
      carType,
      settings: current,
      parcel,
      option,
      departsAt: departs_at,
      now,
    });
    await quoteRepository(db).insert(quote);
    return quote;
  };
}
