// A ride paid a day ago that nobody rated is COMPLETE.
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';
import { decide, takeStep } from '../booking-step.ts';

/** Run by its job; a booking that was completed meanwhile is left as it is. */
export function createCompleteBooking(deps: BookingDeps) {
  return (id: string): Promise<void> =>
    deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'PAID') return;
      const to = decide(booking, 'auto_complete', 'system');
      await takeStep(deps, tx, booking, { to, patch: { completed_at: deps.clock.now() } });
    });
}
