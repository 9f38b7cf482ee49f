// A later booking's time to look for drivers: planned with the booking, told when it comes.
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { addJob, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellDue } from '../booking.events.ts';
import { bookingRepository } from '../booking.repository.ts';

/** So long before a later trip dispatch begins to look around; it decides by the roads when to ask. */
export const DISPATCH_LEAD_MS = LOOK_AHEAD_MS;

export const dueJobKey = (booking: string): string => `booking.due:${booking}`;

export async function planDue(tx: Tx, booking: { id: string; dispatch_at: number }): Promise<void> {
  const { id, dispatch_at: runAt } = booking;
  await addJob(tx, 'booking.due', { id }, { runAt, jobKey: dueJobKey(id) });
}

/** Run by its job. Where the clock of the database is ahead of ours, by however much, it waits for ours. */
export function createTellBookingDue({ withTx, clock }: Pick<BookingDeps, 'withTx' | 'clock'>) {
  return (id: string): Promise<void> =>
    withTx(async (tx) => {
      const bookings = bookingRepository(tx);
      const booking = await bookings.lock(id);
      if (booking?.status !== 'NEW') return;
      const early = booking.dispatch_at - clock.now();
      // Told too early nobody would be looked for, then or later.
      if (early > 0) await planDue(tx, { id, dispatch_at: (await bookings.databaseNow()) + early });
      else await tellDue(tx, id);
    });
}
