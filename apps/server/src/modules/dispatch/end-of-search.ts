// Decides when and why the search for a driver ends without one.
import { NO_DRIVER_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { isOverdue } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { DispatchedBooking } from './dispatch.deps.ts';

/** Duration in ms after which a search without an acceptance ends: the booking is cancelled and the rider notified. */
export const SEARCH_TIMEOUT_MS = 10 * MS_PER_MINUTE;

/**
 * The latest of these times: of the trip (of the booking, for a trip now), of its payment, and of when its driver gave
 * it back.
 */
export const searchableSince = ({ tripdate, dispatch_at, given_back_at }: DispatchedBooking): number =>
  Math.max(tripdate, dispatch_at, given_back_at ?? 0);

/**
 * The reason to end the search now; null while it goes on. `resumedAt`: when automatic dispatch resumed after manual
 * assignment, 0 if it was never manual.
 */
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
 * The timeout counts from the latest of these times: the first offer round, the time of a later trip, when its driver
 * gave the booking back, and the return to automatic dispatch.
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
