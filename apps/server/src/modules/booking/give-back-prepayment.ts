// Money paid before a trip that is not made goes back to where it came from.
import type { Tx } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import type { BookingRecord } from './booking.tables.ts';

export async function giveBackPrepayment(
  { wallet: wallets }: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  booking: BookingRecord,
): Promise<void> {
  if (!booking.prepaid) return;
  await wallets.refundPrepayment(tx, booking.id, booking.customer, booking.used_wallet_money);
}
