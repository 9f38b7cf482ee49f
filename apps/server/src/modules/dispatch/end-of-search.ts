// When and why a search for a driver ends without one.
import { NO_DRIVER_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { isOverdue } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { DispatchedBooking } from './dispatch.deps.ts';

/** A search without an accepting driver ends after this long: the booking is cancelled and the rider notified. */
export const SEARCH_TIMEOUT_MS = 10 * MS_PER_MINUTE;

/**
 * The time of the trip, of its payment, or of when its driver gave it back, whichever is last; for a trip now, the time of
 * booking in place of that of the trip.
 */
export const searchableSince = ({ tripdate, dispatch_at, given_back_at }: DispatchedBooking): number =>
  Math.max(tripdate, dispatch_at, given_back_at ?? 0);

/** Why the search ends now; null while it goes on. `resumedAt`: after manual assignment, 0 if there was none. */
export function endOfSearch(
  booking: DispatchedBooking,
  { firstOffersAt, resumedAt }: { firstOffersAt: number | null; resumedAt: number },
  now: number,
): string | null {
  const waitsSince = Math.max(searchableSince(booking), booking.book_later ? 0 : resumedAt);
  if (isOverdue(waitsSince, now)) return TRIP_TIME_PASSED_REASON;
  const isOver = firstOffersAt !== null && hasTimedOut(booking, firstOffersAt, resumedAt, now);
  return isOver ? NO_DRIVER_REASON : null;
}

/**
 * Counts from the first offer round, the time of a later trip, the moment when its driver gave the booking back, or the
 * return to automatic dispatch, whichever is last.
 */
function hasTimedOut(
  { book_later, tripdate, given_back_at }: DispatchedBooking,
  firstOffersAt: number,
  resumedAt: number,
  now: number,
): boolean {
  const since = Math.max(firstOffersAt, resumedAt, given_back_at ?? 0, book_later ? tripdate : 0);
  return now >= since + SEARCH_TIMEOUT_MS;
}
