// "Nobody has paid": a booking that waits for its payment too long is cancelled, unless money may be on its way.
import { INCOMPLETE_BOOKING_REASON, isUnpaidTooLong } from '@kerb/domain/booking';
import type { PaymentStatus } from '@kerb/domain/payment';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { cancelHeld } from './cancel-booking.ts';

/** At its provider, waiting for an admin’s decision, or captured with the news of it still to come. */
function mayBringMoney(status: PaymentStatus): boolean {
  switch (status) {
    case 'open':
    case 'pending':
    case 'held':
    case 'captured':
      return true;
    case 'failed':
    case 'refunding':
    case 'refunded':
      return false;
  }
}

/** Read at once. */
const BATCH = 200;

/** Run every few minutes. What fails for one booking does not keep the others waiting: it is thrown at the end. */
export function createCancelUnpaid(deps: BookingDeps) {
  const { db, withTx, clock, payments } = deps;

  async function cancelIfUnpaid(id: string): Promise<void> {
    if ((await payments.ofBooking(id)).some(({ status }) => mayBringMoney(status))) return;
    await withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'PAYMENT_PENDING' || !isUnpaidTooLong(booking, clock.now())) return;
      await cancelHeld(deps, tx, booking, { by: 'system', reason: INCOMPLETE_BOOKING_REASON });
    });
  }

  return async (): Promise<void> => {
    const errors: unknown[] = [];
    let last: BookingRecord | undefined;
    for (;;) {
      const waiting = await bookingRepository(db).unpaid(last, BATCH);
      for (const booking of waiting)
        if (isUnpaidTooLong(booking, clock.now()))
          await cancelIfUnpaid(booking.id).catch((error: unknown) => errors.push(error));
      last = waiting.at(-1);
      if (waiting.length < BATCH) break;
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some unpaid bookings could not be cancelled');
  };
}
