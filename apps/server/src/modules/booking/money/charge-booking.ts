// "An admin ends a trip that the rider does not pay": charges what is owed to the rider's wallet.
import { chargeToWallet } from '@kerb/domain/booking';
import { type Actor, recordSecurity } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking } from '../step/booking-step.ts';
import { markPaid, paymentOf } from '../step/settle-trip.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

/** The wallet may go below zero: the driver is paid at once, and the rider cannot book again until they top it up. */
export function createChargeBooking(deps: BookingDeps) {
  return function chargeBooking(actor: Actor, id: string): Promise<BookingRecord> {
    return deps.withTx(async (tx) => {
      const { booking, viewer } = await lockBooking(tx, id, actor, bookingPolicy.chargeBooking);
      decide(booking, 'charge', viewer);
      const paid = await markPaid(deps, tx, booking, chargeToWallet(paymentOf(booking)));
      const amount = booking.payable_amount;
      recordSecurity(tx, { event: 'unpaid_trip_charged', booking: id, uid: booking.customer, amount });
      return paid;
    });
  };
}
