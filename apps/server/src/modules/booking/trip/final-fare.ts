// What a trip costs in the end: by the way really driven and the time really taken (specification §4, REACHED).
import { fareStart } from '@kerb/domain/booking';
import { discountOn, presentBreakdown } from '@kerb/domain/fare';
import { distanceStatuses, type LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND, subtract, ZERO } from '@kerb/domain/kernel';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingPatch, BookingRecord, FareChangeReason } from '../booking.tables.ts';
import { priceTrip } from '../quote/create-estimate.ts';
import { kmDriven, type RoadKm } from './driven-way.ts';
import { type TrackedPlace, withoutInventedWays } from './kept-way.ts';
import { trailRepository } from './trail.repository.ts';

/** Where and when a trip ended; ms since the epoch. */
export interface TripEnd {
  place: LatLng;
  at: number;
}

/** From when the trip is paid for: the start as it was told, held to the pickup. ms since the epoch. */
export async function paidSince(
  { db }: Pick<BookingDeps, 'db'>,
  booking: BookingRecord,
  end: TripEnd,
): Promise<number> {
  const trails = trailRepository(db);
  const timeline = await trails.timeline(booking.id);
  const at = booking.trip_start_time ?? end.at;
  const entry = timeline.find(({ status }) => status === 'STARTED');
  if (!entry) return at;
  const trail = await trails.trail(booking.id, at);
  const told = { lat: entry.lat, lng: entry.lng, at };
  return fareStart({
    told,
    pickup: booking.pickup,
    trail: trail.filter((point) => point.at <= end.at),
    end: end.at,
  });
}

/**
 * Of the trip's own points, timeline and trail together, in the order of time; positions before it is paid for are left
 * out. Where that leaves none, or none that was heard before those told afterwards, it began at the pickup.
 */
async function trackedPoints(
  { db }: Pick<BookingDeps, 'db'>,
  booking: BookingRecord,
  since: number,
  end: TripEnd,
): Promise<TrackedPlace[]> {
  const trails = trailRepository(db);
  const [timeline, trail] = await Promise.all([trails.timeline(booking.id), trails.trail(booking.id, since)]);
  const told = timeline.map((entry) => ({ ...entry, kept: false }));
  const tracked = trail.map((point) => ({ ...point, kept: point.heard_at === null }));
  const counted: (TrackedPlace & { at: number })[] = [...told, ...tracked]
    .filter((point) => distanceStatuses.some((status) => status === point.status))
    .filter(({ at }) => at >= since && at <= end.at)
    .sort((one, other) => one.at - other.at);
  // Positions told afterwards are measured from somewhere that is known, else their way would be none.
  const isFromKnown = counted[0]?.kept === false;
  const points = isFromKnown ? counted : [{ ...booking.pickup, kept: false }, ...counted];
  return [...points, { ...end.place, kept: false }].map(({ lat, lng, kept }) => ({ lat, lng, kept }));
}

/** Kilometres driven from `since` (ms since the epoch) to `end`. Where no road leads through the trail, the trail itself is measured. */
export async function distanceDriven(
  deps: Pick<BookingDeps, 'db' | 'maps'>,
  booking: BookingRecord,
  since: number,
  end: TripEnd,
): Promise<number> {
  const roadKm: RoadKm = async ([first, ...rest]) => {
    const last = rest.pop();
    if (!first || !last) return 0;
    const way = await deps.maps.directions(first, last, rest).catch(() => null);
    return way?.distance_in_km ?? null;
  };
  const tracked = await trackedPoints(deps, booking, since, end);
  const places = [...booking.waypoints, booking.drop_point];
  return kmDriven(await withoutInventedWays(tracked, places, roadKm), roadKm);
}

/** Which of distance and time made the price another one; null when it is the same. */
function changeReason(
  booking: BookingRecord,
  driven: { distance_km: number; time_secs: number },
): FareChangeReason | null {
  const { pricing, parcel_type: parcel, option } = booking;
  const costOf = (distance_km: number, time_secs: number) =>
    priceTrip(pricing, { distance_km, time_secs, parcel, option }).trip_cost;
  const estimate = costOf(booking.estimate_distance_km, booking.estimate_time_secs);
  if (costOf(driven.distance_km, driven.time_secs) === estimate) return null;
  const byDistance = costOf(driven.distance_km, booking.estimate_time_secs) !== estimate;
  const byTime = costOf(booking.estimate_distance_km, driven.time_secs) !== estimate;
  if (byDistance === byTime) return 'distance_and_time';
  return byDistance ? 'distance' : 'time';
}

/**
 * The amounts of a taxi trip by what was driven. The promo's rule, as it was when the trip was booked, is applied to
 * the final price: a percentage is one of what the trip costs in the end, up to its limit, a flat value stays what it
 * is; never more than the price. The least order was a matter of booking: a shorter way takes no promo away.
 */
export function finalAmounts(booking: BookingRecord, driven: { distance_km: number; time_secs: number }) {
  const { pricing, parcel_type: parcel, option } = booking;
  const price = priceTrip(pricing, { ...driven, parcel, option });
  const rule = booking.promo_terms;
  const discount = rule ? discountOn(rule, price.trip_cost, pricing.decimals) : ZERO;
  return {
    distance_km: driven.distance_km,
    trip_cost: price.trip_cost,
    convenience_fees: price.convenience_fees,
    driver_share: price.driver_share,
    discount_amount: discount,
    payable_amount: subtract(price.trip_cost, discount),
    breakdown: JSON.stringify(presentBreakdown(price, pricing.decimals)),
    fare_change_reason: changeReason(booking, driven),
  } satisfies BookingPatch;
}

export const secondsSince = (start: number, now: number): number =>
  Math.max(0, Math.round((now - start) / MS_PER_SECOND));
