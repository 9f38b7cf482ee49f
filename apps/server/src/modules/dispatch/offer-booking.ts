// "Find a driver": decides whether a NEW booking starts a round now, waits, is left to admins or times out.
import { isOverdue, OVERDUE_AFTER_MS } from '@kerb/domain/dispatch';
import { DomainError, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import {
  dispatchRepository,
  isOfferRound,
  type PastRound,
  type SearchHistory,
} from './dispatch.repository.ts';
import { scheduleRound } from './record-round.ts';
import { createRunRound, type RoundOutcome } from './run-round.ts';

/** A search without an accepting driver ends after this long: the booking is cancelled and the rider notified. */
export const SEARCH_TIMEOUT_MS = 10 * MS_PER_MINUTE;
export const NO_DRIVER_REASON = 'no driver took the booking';
/** The server was down, or no admin assigned a driver, until long after the trip's time. */
export const TRIP_TIME_PASSED_REASON = 'the time of the trip has passed';

/**
 * `round_open`: an earlier round has not expired. `awaits_batch`: the next batch makes the offer. `manual`: an admin
 * assigns. `timed_out`: the search ended and the booking was cancelled.
 */
export type OfferOutcome =
  | RoundOutcome
  | 'round_open'
  | 'awaits_batch'
  | 'not_due'
  | 'manual'
  | 'closed'
  | 'timed_out';

export function createOfferBooking(deps: DispatchModuleDeps) {
  const { db, withTx, clock, settings, booking: bookings } = deps;
  const runRound = createRunRound(deps);

  /** A round is open until it expires or every driver with an offer has declined. */
  async function isRoundOpen(id: string, last: PastRound | undefined, now: number): Promise<boolean> {
    if (last === undefined || last.ends_at <= now) return false;
    return last.asked === 0 || (await bookings.openRequests(id)).length > 0;
  }

  /** When automatic dispatch resumed after manual assignment; 0 if it was never manual. */
  async function resumedAt(id: string, { manual }: SearchHistory, now: number): Promise<number> {
    return manual === null ? 0 : (manual.resumed_at ?? dispatchRepository(db).resumedAt(id, now));
  }

  /**
   * No round is started. Existing offers, manual or from before automatic dispatch was turned off, still expire on
   * time; a later trip without an assigned driver is still cancelled.
   */
  async function leaveToAdmins(booking: DispatchedBooking, now: number): Promise<OfferOutcome> {
    const ends = (await bookings.openRequests(booking.id)).map(({ expires_at }) => expires_at);
    const overdue = booking.book_later ? [searchableSince(booking) + OVERDUE_AFTER_MS] : [];
    const next = Math.min(...ends.filter((end) => end > now), ...overdue);
    await withTx(async (tx) => {
      await dispatchRepository(tx).leaveToAdmins(booking.id);
      if (ends.some((end) => end <= now)) await bookings.expireRequests(tx, booking.id);
      if (Number.isFinite(next)) await scheduleRound(tx, booking.id, next);
    });
    return 'manual';
  }

  async function endSearch(id: string, reason: string): Promise<OfferOutcome> {
    await bookings.cancelBySystem(id, reason);
    return 'timed_out';
  }

  /** Safe to call at any time and from several servers: does nothing while a round is open. */
  return async function offerBooking(id: string): Promise<OfferOutcome> {
    const booking = await bookings.find(id);
    const now = clock.now();
    if (booking?.status !== 'NEW') return 'closed';
    if (booking.dispatch_at > now) return 'not_due';
    const current = await settings.get();
    const { autoDispatch, dispatchPolicy: policy } = current;
    const history = await dispatchRepository(db).searchHistory(id);
    const resumed = autoDispatch ? await resumedAt(id, history, now) : 0;
    const firstOffers = history.rounds.find(isOfferRound);
    const progress = { firstOffersAt: firstOffers?.at ?? null, resumedAt: resumed };
    const ended = endOfSearch(booking, progress, now);
    // Only a later trip is limited by its time while it waits for an admin.
    if (ended === TRIP_TIME_PASSED_REASON && (autoDispatch || booking.book_later))
      return endSearch(id, ended);
    if (!autoDispatch) return leaveToAdmins(booking, now);
    const last = history.rounds.at(-1);
    if (await isRoundOpen(id, last, now)) return 'round_open';
    if (ended !== null) return endSearch(id, ended);
    if (policy === 'batched') return 'awaits_batch';
    try {
      const step = { booking, last, hadOfferRound: firstOffers !== undefined };
      return await runRound(step, history.rounds, { ...current, policy });
    } catch (error) {
      if (violatesUnique(error, 'dispatch_round_once')) return 'round_open';
      // Accepted or cancelled while the candidates were evaluated.
      if (error instanceof DomainError && error.code === 'transition_not_allowed') return 'closed';
      throw error;
    }
  };
}

/**
 * The time of the trip, of its payment, or of when its driver gave it back, whichever is last; for a trip now, the time of
 * booking in place of that of the trip.
 */
const searchableSince = ({ tripdate, dispatch_at, given_back_at }: DispatchedBooking): number =>
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
