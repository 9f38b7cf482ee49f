// "No payment arrived": job that cancels bookings that wait too long for payment, unless a payment may still succeed.
import { INCOMPLETE_BOOKING_REASON, isUnpaidTooLong } from '@kerb/domain/booking';
import type { BookingDeps } from '../booking.deps.ts';
import { cancelLocked } from '../step/cancel-locked.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

/** Rows per page. */
const BATCH = 200;

/** Runs every few minutes. A failure of one booking does not stop the others; all errors are thrown at the end. */
export function createCancelUnpaid(deps: BookingDeps) {
  const { db, withTx, clock, payments } = deps;

  async function cancelIfUnpaid(id: string): Promise<void> {
    if (await payments.mayStillPay(id)) return;
    await withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'PAYMENT_PENDING' || !isUnpaidTooLong(booking, clock.now())) return;
      await cancelLocked(deps, tx, booking, { by: 'system', reason: INCOMPLETE_BOOKING_REASON });
    });
  }

  return async function cancelUnpaid(): Promise<void> {
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
