// Money paid before a trip that is not made goes back to where it came from.
import type { Tx } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import type { BookingRecord } from './booking.tables.ts';

export async function giveBackPrepayment(
  { wallet }: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  booking: BookingRecord,
): Promise<void> {
  if (booking.prepaid)
    await wallet.refundPrepayment(tx, booking.id, { rider: booking.customer, amount: booking.customer_paid });
}
