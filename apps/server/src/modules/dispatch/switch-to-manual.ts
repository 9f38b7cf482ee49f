// Handles bookings while automatic dispatch is off: admins assign the drivers, while offers still expire and overdue
// later trips are still cancelled.
import { TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { isOverdue, OVERDUE_AFTER_MS } from '@kerb/domain/dispatch';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { searchableSince } from './end-of-search.ts';

/** An outdated name, so that jobs queued by an earlier version are still handled. */
export const MANUAL_JOB = 'dispatch.next-round';
/** Added to the time of the job (ms), so that it does not run just before the offers expire. */
const JOB_SLACK_MS = 100;

/**
 * `automatic`: automatic dispatch is on, and its next run finds the booking. `timed_out`: a later trip whose time has
 * passed was cancelled.
 */
export type ManualOutcome = 'automatic' | 'closed' | 'not_due' | 'timed_out' | 'manual';

/** Schedules the job; at most one is pending for each booking. */
async function schedule(tx: Tx, booking: string, at: number): Promise<void> {
  const options = { runAt: at + JOB_SLACK_MS, jobKey: `${MANUAL_JOB}:${booking}` };
  await addJob(tx, MANUAL_JOB, { booking_id: booking }, options);
}

export function createSwitchToManual({
  withTx,
  clock,
  settings,
  booking: bookings,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock' | 'settings' | 'booking'>) {
  /** Records the manual assignment; existing offers, also those of automatic dispatch, expire on time. */
  async function leave(booking: DispatchedBooking, now: number): Promise<void> {
    const ends = (await bookings.openOffers(booking.id)).map(({ expires_at }) => expires_at);
    const overdue = booking.book_later ? [searchableSince(booking) + OVERDUE_AFTER_MS] : [];
    const next = Math.min(...ends.filter((end) => end > now), ...overdue);
    await withTx(async (tx) => {
      await dispatchRepository(tx).switchToManual(booking.id);
      if (ends.some((end) => end <= now)) await bookings.expireOffers(tx, booking.id);
      if (Number.isFinite(next)) await schedule(tx, booking.id, next);
    });
  }

  /** Idempotent; several servers may call it concurrently. */
  return async function switchToManual(id: string): Promise<ManualOutcome> {
    if ((await settings.get()).autoDispatch) return 'automatic';
    const booking = await bookings.find(id);
    const now = clock.now();
    if (booking?.status !== 'NEW') return 'closed';
    if (booking.dispatch_at > now) {
      // A booking for now is not due only when this server's clock was set back. A later booking already has a job for
      // its time.
      if (!booking.book_later) await withTx((tx) => schedule(tx, id, booking.dispatch_at));
      return 'not_due';
    }
    // While it waits for an admin, only a later trip can become overdue.
    if (booking.book_later && isOverdue(searchableSince(booking), now)) {
      await bookings.cancelBySystem(id, TRIP_TIME_PASSED_REASON);
      return 'timed_out';
    }
    await leave(booking, now);
    return 'manual';
  };
}
