// Computes by how much a trip exceeded its quoted distance and time, and which of them explains the higher fare.
import type { BookingView } from '@kerb/contract';

export type MeasuredBooking = Pick<
  BookingView,
  'estimateDistance' | 'distance' | 'estimateTime' | 'total_trip_time' | 'fareReview'
>;

export interface LongerThanQuoted {
  /** 'amount' when neither distance nor time is longer than quoted. */
  readonly reason: 'distance' | 'time' | 'distance_and_time' | 'amount';
  /** In the booking's unit of distance. */
  readonly distance: number;
  readonly seconds: number;
}

/** Smallest differences that are shown; a smaller one would be displayed as 0. */
const MIN_DISTANCE = 0.05;
const MIN_SECONDS = 30;

/** When the review's reason is both but only one of them is longer than quoted, returns that one. */
export function longerThanQuoted(booking: MeasuredBooking): LongerThanQuoted {
  const distance = (booking.distance ?? booking.estimateDistance) - booking.estimateDistance;
  const seconds = (booking.total_trip_time ?? booking.estimateTime) - booking.estimateTime;
  const stated = booking.fareReview?.reason ?? 'distance_and_time';
  const byDistance = stated !== 'time' && distance >= MIN_DISTANCE;
  const byTime = stated !== 'distance' && seconds >= MIN_SECONDS;
  if (byDistance && byTime) return { reason: 'distance_and_time', distance, seconds };
  if (byDistance) return { reason: 'distance', distance, seconds };
  return { reason: byTime ? 'time' : 'amount', distance, seconds };
}
