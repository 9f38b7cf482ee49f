// Decides when the driver may rate the rider: once, within a week after the trip. The booking's status does not change.
import { MS_PER_DAY } from '../kernel/index.ts';
import type { BookingStatus } from './booking.schema.ts';

/** Rating period, counted from the end of the trip. */
export const RATE_RIDER_WITHIN_MS = 7 * MS_PER_DAY;

/** PENDING is included: the trip is over for the driver, and only the payment between rider and provider is open. */
const ratedIn: readonly BookingStatus[] = ['PENDING', 'PAID', 'COMPLETE'];

/** Times in ms since the epoch; `rider_rated_at` is also set when the driver skips the rating. */
export interface RateableTrip {
  status: BookingStatus;
  trip_end_time: number | null;
  rider_rated_at: number | null;
}

export const mayRateRider = ({ status, trip_end_time, rider_rated_at }: RateableTrip, now: number): boolean =>
  rider_rated_at === null &&
  trip_end_time !== null &&
  ratedIn.includes(status) &&
  now < trip_end_time + RATE_RIDER_WITHIN_MS;
