// Computes how long a shared link shows a trip: during the trip, for a short time after it, and at most for a day.
import {
  type BookingStatus,
  isTrackedForDriver,
  occupiesDriver,
  type SetOut,
  waitsToSetOut,
} from '../booking/index.ts';

/** Maximum validity of a link after its creation, or after the time of a later trip. */
export const SHARE_MAX_MS = 24 * 3_600_000;
/** Validity after the end of the trip, so that viewers who open the link late see that the trip has ended. */
export const SHARE_AFTER_END_MS = 30 * 60_000;

export interface SharedBooking extends SetOut {
  status: BookingStatus;
  /** Planned start of the trip, ms since the epoch. */
  tripdate: number;
  trip_end_time: number | null;
  cancelled_at: number | null;
}

/** Only trips in progress can be shared. */
export const mayBeShared = ({ status }: Pick<SharedBooking, 'status'>): boolean => occupiesDriver(status);

/** Returns when the trip ended or was cancelled, ms since the epoch; null before that. */
export const endOfTrip = ({
  trip_end_time,
  cancelled_at,
}: Pick<SharedBooking, 'trip_end_time' | 'cancelled_at'>): number | null => trip_end_time ?? cancelled_at;

/** Returns when a link made at `madeAt` expires, as far as known now. */
export function shareExpiresAt(madeAt: number, booking: SharedBooking): number {
  const longest = Math.max(madeAt, booking.tripdate) + SHARE_MAX_MS;
  const ended = endOfTrip(booking);
  return ended === null ? longest : Math.min(longest, ended + SHARE_AFTER_END_MS);
}

/**
 * The car's position is shown on the way to the pickup and to the drop, and while the car waits; never before the driver
 * has set out, because another rider may be in the car.
 */
export const showsPosition = (
  booking: Pick<SharedBooking, 'status' | 'pickup_promised_at' | 'set_out_at'>,
): boolean => !waitsToSetOut(booking) && isTrackedForDriver(booking.status);
