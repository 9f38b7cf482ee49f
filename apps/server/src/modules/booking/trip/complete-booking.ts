// Job that completes a ride that was paid a day ago and not rated.
import type { BookingDeps } from '../booking.deps.ts';
import { decide, takeStep } from '../step/booking-step.ts';
import { bookingRepository } from '../store/booking.repository.ts';

/** Does nothing for a booking that is no longer PAID. */
export function createCompleteBooking(deps: BookingDeps) {
  return function completeBooking(id: string): Promise<void> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'PAID') return;
      const to = decide(booking, 'auto_complete', 'system');
      await takeStep(deps, tx, booking, { to, patch: { completed_at: deps.clock.now() } });
    });
  };
}
