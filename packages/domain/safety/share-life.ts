// How long a shared link shows a trip: while it lasts and a little after, and never longer than a day.
import { type BookingStatus, keepsDriverBusy } from '../booking/index.ts';

/** A link never lives longer than this after it was made, or after the time of a later trip. */
export const SHARE_MAX_MS = 24 * 3_600_000;
/** Viewers who open the link late still see that the trip has ended. */
export const SHARE_AFTER_END_MS = 30 * 60_000;

export interface SharedBooking {
  status: BookingStatus;
  /** When the trip is to begin, ms since the epoch. */
  tripdate: number;
  trip_end_time: number | null;
  cancelled_at: number | null;
}

/** Only a trip in progress can be shared. */
export const mayBeShared = ({ status }: Pick<SharedBooking, 'status'>): boolean => keepsDriverBusy(status);

/** When the driving was over, ms since the epoch; null while it is not. */
export const endOfTrip = ({
  trip_end_time,
  cancelled_at,
}: Pick<SharedBooking, 'trip_end_time' | 'cancelled_at'>): number | null => trip_end_time ?? cancelled_at;

/** When a link made at `madeAt` shows nothing any more, as far as it is known. */
export function shareExpiresAt(madeAt: number, booking: SharedBooking): number {
  const longest = Math.max(madeAt, booking.tripdate) + SHARE_MAX_MS;
  const ended = endOfTrip(booking);
  return ended === null ? longest : Math.min(longest, ended + SHARE_AFTER_END_MS);
}

/** Where the car is, is shown on the way to the pickup and to the drop, and while it waits. */
export const showsPosition = ({ status }: Pick<SharedBooking, 'status'>): boolean =>
  status === 'ACCEPTED' || status === 'ARRIVED' || status === 'STARTED';
