// Stores a new estimate of when the driver of a follow-on trip reaches its pickup.
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';

/** Called by dispatch. Notifies the rider's clients; does nothing for a booking that is no follow-on trip. */
export function createExpectPickup({ withTx }: Pick<BookingDeps, 'withTx'>) {
  return function expectPickup(id: string, at: number): Promise<void> {
    return withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (!booking || booking.follows === null) return;
      await bookingRepository(tx).expectPickupAt(id, at);
      await publishChanged(tx, booking);
    });
  };
}
