// The dispatch time of a later booking: a job is scheduled with the booking and publishes `booking.due` when it runs.
import { addJob, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishDue } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';

export const dueJobKey = (booking: string): string => `booking.due:${booking}`;

export async function scheduleDispatch(tx: Tx, booking: { id: string; dispatch_at: number }): Promise<void> {
  const { id, dispatch_at: runAt } = booking;
  await addJob(tx, 'booking.due', { id }, { runAt, jobKey: dueJobKey(id) });
}

/**
 * Publishes `booking.due`; run by the job. Jobs run by the database's clock: when it is ahead of the server's, the job
 * is scheduled again.
 */
export function createPublishBookingDue({ withTx, clock }: Pick<BookingDeps, 'withTx' | 'clock'>) {
  return function publishBookingDue(id: string): Promise<void> {
    return withTx(async (tx) => {
      const bookings = bookingRepository(tx);
      const booking = await bookings.lock(id);
      if (booking?.status !== 'NEW') return;
      const early = booking.dispatch_at - clock.now();
      // An event published too early would be dropped: dispatch ignores bookings that are not due.
      if (early > 0) await scheduleDispatch(tx, { id, dispatch_at: (await bookings.databaseNow()) + early });
      else await publishDue(tx, id);
    });
  };
}
