// By how much a trip exceeded its quote, and which of distance and time says why its fare does.
import type { BookingView } from '@kerb/contract';

export type MeasuredBooking = Pick<
  BookingView,
  'estimateDistance' | 'distance' | 'estimateTime' | 'total_trip_time' | 'fareReview'
>;

export interface LongerThanQuoted {
  /** `amount` where neither distance nor time is longer: the amounts alone say why. */
  readonly reason: 'distance' | 'time' | 'distance_and_time' | 'amount';
  /** In the operator's unit of distance. */
  readonly distance: number;
  readonly seconds: number;
}

/** Less would be shown as 0. */
const LEAST_DISTANCE = 0.05;
const LEAST_SECONDS = 30;

/** A reason of which only one part is longer than quoted names that part alone. */
export function longerThanQuoted(booking: MeasuredBooking): LongerThanQuoted {
  const distance = (booking.distance ?? booking.estimateDistance) - booking.estimateDistance;
  const seconds = (booking.total_trip_time ?? booking.estimateTime) - booking.estimateTime;
  const stated = booking.fareReview?.reason ?? 'distance_and_time';
  const byDistance = stated !== 'time' && distance >= LEAST_DISTANCE;
  const byTime = stated !== 'distance' && seconds >= LEAST_SECONDS;
  if (byDistance && byTime) return { reason: 'distance_and_time', distance, seconds };
  if (byDistance) return { reason: 'distance', distance, seconds };
  return { reason: byTime ? 'time' : 'amount', distance, seconds };
}
