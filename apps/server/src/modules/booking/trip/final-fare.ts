// Computes the final fare of a trip by distance driven and time taken (specification §4, REACHED).
import { fareStart } from '@kerb/domain/booking';
import {
  discountOn,
  type FareQuote,
  presentBreakdown,
  shareCost,
  TOLERATED_KM,
  TOLERATED_SECONDS,
  toleratedCost,
} from '@kerb/domain/fare';
import { distanceStatuses, type LatLng, placeOfReportedStep, type TraceFix } from '@kerb/domain/geo';
import { type Minor, MS_PER_SECOND, negate, subtract, toMajor, ZERO } from '@kerb/domain/kernel';
import type { BookingDeps } from '../booking.deps.ts';
import { priceTrip } from '../step/price-trip.ts';
import type {
  BookingPatch,
  BookingRecord,
  BookingTimelineTable,
  FareChangeReason,
  FareReview,
  NewFareReview,
  TrackingPoint,
} from '../store/booking.tables.ts';
import { trailRepository } from '../store/trail.repository.ts';
import { type MeasuredTrip, measureLimits, measureTrip } from './measure-trip.ts';

/** Position and time (ms since the epoch) of the end of a trip. */
export interface TripEnd {
  place: LatLng;
  at: number;
}

/** The recorded steps and positions of a trip. */
export interface TripRecord {
  readonly steps: readonly BookingTimelineTable[];
  /** Oldest first. */
  readonly trail: readonly TrackingPoint[];
}

/**
 * The trip as it was recorded, with the start where the car can have been: a driver who is silent for a moment may
 * report a start at the pickup from far away. Uploaded positions do not count for that, because they can be invented
 * afterwards.
 */
export async function readTripRecord(
  { db, meterSpeedScale }: Pick<BookingDeps, 'db' | 'meterSpeedScale'>,
  booking: Pick<BookingRecord, 'id' | 'driver_accept_time'>,
): Promise<TripRecord> {
  const trails = trailRepository(db);
  // Earlier positions are those of a driver who had the booking before.
  const [timeline, trail] = await Promise.all([
    trails.timeline(booking.id),
    trails.trail(booking.id, booking.driver_accept_time ?? 0),
  ]);
  const live = trail.filter(({ received_at }) => received_at !== null);
  const { trace } = measureLimits(meterSpeedScale);
  const steps = timeline.map((step) =>
    step.status === 'STARTED' ? { ...step, ...placeOfReportedStep(step, live, trace) } : step,
  );
  return { steps, trail };
}

/** The start of the charged time, ms since the epoch: the reported start, or later when the car was not at the pickup. */
export function chargedSince(
  { steps, trail }: TripRecord,
  { pickup, trip_start_time }: Pick<BookingRecord, 'pickup' | 'trip_start_time'>,
  end: TripEnd,
): number {
  const at = trip_start_time ?? end.at;
  const start = steps.find(({ status }) => status === 'STARTED');
  if (!start) return at;
  return fareStart({
    reported: { lat: start.lat, lng: start.lng, at },
    pickup,
    trail: trail.filter((point) => point.at >= at && point.at <= end.at),
    end: end.at,
  });
}

/**
 * The positions of the charged part of the trip in order of time, live and uploaded. When the first one was uploaded,
 * the pickup is inserted before it, so that uploaded positions are measured from a known place.
 */
function tripFixes(
  { steps, trail }: TripRecord,
  booking: Pick<BookingRecord, 'pickup'>,
  since: number,
  end: TripEnd,
): TraceFix[] {
  const positions = trail.map((point) => ({ ...point, isUploaded: point.received_at === null }));
  const counted = [...steps.map((step) => ({ ...step, isUploaded: false })), ...positions]
    .filter((point) => distanceStatuses.some((status) => status === point.status))
    .filter(({ at }) => at >= since && at <= end.at)
    .sort((one, other) => one.at - other.at);
  const fixes: TraceFix[] = counted.map(({ lat, lng, at }) => ({ lat, lng, at }));
  const { lat, lng } = booking.pickup;
  const isFromKnownPlace = counted[0]?.isUploaded === false;
  return [...(isFromKnownPlace ? [] : [{ lat, lng, at: since }]), ...fixes, { ...end.place, at: end.at }];
}

/** Measures the trip from `since` (ms since the epoch) to `end`. */
export function measureDriven(
  { maps, meterSpeedScale }: Pick<BookingDeps, 'maps' | 'meterSpeedScale'>,
  record: TripRecord,
  { booking, since, end }: { booking: Pick<BookingRecord, 'pickup'>; since: number; end: TripEnd },
): Promise<MeasuredTrip> {
  return measureTrip(maps, tripFixes(record, booking, since, end), measureLimits(meterSpeedScale));
}

/** The fields of a booking that its final price depends on. */
export type PricedBooking = Pick<
  BookingRecord,
  | 'pricing'
  | 'parcel_type'
  | 'option'
  | 'estimate'
  | 'estimate_distance_km'
  | 'estimate_time_secs'
  | 'promo_terms'
>;

interface Driven {
  distance_km: number;
  time_secs: number;
}

function priceOf(booking: PricedBooking, driven: Driven): FareQuote {
  const { pricing, parcel_type: parcel, option } = booking;
  return priceTrip(pricing, { ...driven, parcel, option });
}

/** Whether distance, time or both changed the price; null when it is the same. */
function changeReason(booking: PricedBooking, driven: Driven, finalCost: Minor): FareChangeReason | null {
  const costOf = (distance_km: number, time_secs: number): Minor =>
    priceOf(booking, { distance_km, time_secs }).trip_cost;
  const estimate = costOf(booking.estimate_distance_km, booking.estimate_time_secs);
  if (finalCost === estimate) return null;
  const byDistance = costOf(driven.distance_km, booking.estimate_time_secs) !== estimate;
  const byTime = costOf(booking.estimate_distance_km, driven.time_secs) !== estimate;
  if (byDistance === byTime) return 'distance_and_time';
  return byDistance ? 'distance' : 'time';
}

/** The highest price without an admin's decision, in minor units. */
export function maxToleratedPrice(booking: PricedBooking, percent: number): Minor {
  const distance_km = booking.estimate_distance_km;
  const time_secs = booking.estimate_time_secs;
  return toleratedCost({
    quoted: booking.estimate,
    quotedWithMoreDistance: priceOf(booking, { distance_km: distance_km + TOLERATED_KM, time_secs })
      .trip_cost,
    quotedWithMoreTime: priceOf(booking, { distance_km, time_secs: time_secs + TOLERATED_SECONDS }).trip_cost,
    percent,
  });
}

export interface FinalAmounts {
  patch: BookingPatch;
  /** The review for an admin to decide; null for a fare within the tolerance. */
  review: NewFareReview | null;
}

type Amounts = Pick<
  BookingRecord,
  | 'trip_cost'
  | 'convenience_fees'
  | 'driver_share'
  | 'discount_amount'
  | 'payable_amount'
  | 'breakdown'
  | 'fare_change_reason'
  | 'fare_review'
> & { distance_km: number };

export interface FinalPrice {
  amounts: Amounts;
  /** The review for an admin to decide; null for a fare within the tolerance. */
  review: (Omit<NewFareReview, 'breakdown'> & Pick<FareReview, 'breakdown'>) | null;
}

/**
 * The amounts of a taxi trip by distance and time driven. The promo's rule at booking time applies to the final price:
 * a percentage up to its limit or a flat value, never more than the price; the minimum order is not checked again.
 * A price more than `tolerancePercent` above the quote is collected up to that limit; the excess goes to a review. Null
 * for a trip that an admin ends: at most the quote is collected, and nothing is left to review.
 */
export function finalPrice(
  booking: PricedBooking,
  driven: Driven,
  tolerancePercent: number | null,
): FinalPrice {
  const { pricing, promo_terms: rule } = booking;
  const price = priceOf(booking, driven);
  const discountOf = (cost: Minor): Minor => (rule ? discountOn(rule, cost, pricing.decimals) : ZERO);
  const breakdown = presentBreakdown(price, pricing.decimals);
  const reason = changeReason(booking, driven, price.trip_cost);
  // The tolerated price is never below the quote, so only a price above the quote can exceed it.
  const mayBeOver = reason !== null && price.trip_cost > booking.estimate;
  const limit = tolerancePercent === null ? booking.estimate : maxToleratedPrice(booking, tolerancePercent);
  const tolerated = mayBeOver ? limit : price.trip_cost;
  const isOver = price.trip_cost > tolerated;
  const isReviewed = isOver && tolerancePercent !== null;
  const trip_cost = isOver ? tolerated : price.trip_cost;
  const shared = isOver ? shareCost(tolerated, price, pricing.tariff, pricing.decimals) : price;
  const discount = discountOf(trip_cost);
  const overLine = {
    kind: 'over_tolerance' as const,
    amount: toMajor(negate(subtract(price.trip_cost, trip_cost)), pricing.decimals),
  };
  const collectedBreakdown = isOver ? { ...breakdown, lines: [...breakdown.lines, overLine] } : breakdown;
  const amounts: Amounts = {
    distance_km: driven.distance_km,
    trip_cost,
    convenience_fees: shared.convenience_fees,
    driver_share: shared.driver_share,
    discount_amount: discount,
    payable_amount: subtract(trip_cost, discount),
    breakdown: collectedBreakdown,
    fare_change_reason: reason,
    fare_review: isReviewed ? 'open' : null,
  };
  if (!isReviewed || reason === null) return { amounts, review: null };
  const extra_share = subtract(price.driver_share, shared.driver_share);
  const extra_fees = subtract(price.convenience_fees, shared.convenience_fees);
  const extra_discount = subtract(discountOf(price.trip_cost), discount);
  const review = {
    reason,
    quoted: booking.estimate,
    collected: trip_cost,
    metered: price.trip_cost,
    extra_share,
    extra_fees,
    extra_discount,
    extra_payable: subtract(subtract(price.trip_cost, trip_cost), extra_discount),
    breakdown,
  };
  return { amounts, review };
}

/** The final price as the columns of the booking and of its review. */
export function finalAmounts(
  booking: PricedBooking,
  driven: Driven,
  tolerancePercent: number | null,
): FinalAmounts {
  const { amounts, review } = finalPrice(booking, driven, tolerancePercent);
  return {
    patch: { ...amounts, breakdown: JSON.stringify(amounts.breakdown) },
    review: review && { ...review, breakdown: JSON.stringify(review.breakdown) },
  };
}

export const secondsSince = (start: number, now: number): number =>
  Math.max(0, Math.round((now - start) / MS_PER_SECOND));
