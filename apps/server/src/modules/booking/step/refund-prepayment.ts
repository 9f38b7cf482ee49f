// Refunds the prepayment of a cancelled booking to the wallet and the card that were charged.
import { add, subtract, ZERO } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishRefunded } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';
import { recordProviderRefunds } from './provider-refunds.ts';

type Deps = Pick<BookingDeps, 'wallet' | 'payments' | 'ids' | 'clock'>;

export async function refundPrepayment(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  reason: string,
): Promise<void> {
  const { wallet, payments, ids, clock } = deps;
  const { id, customer, wallet_held: to_wallet, payment } = booking;
  const back = await recordProviderRefunds(deps, tx, booking);
  const to_card = payment === null ? ZERO : subtract(booking.card_payment_amount, back);
  if (to_wallet + to_card === 0) return;
  const refund = ids.next();
  await refundRepository(tx).add({
    id: refund,
    booking: id,
    at: clock.now(),
    amount: add(to_wallet, to_card),
    to_wallet,
    to_card,
    payment: to_card > 0 ? payment : null,
    status: to_card > 0 ? 'pending' : 'done',
    reason,
    granted_by: null,
  });
  if (to_card > 0 && payment !== null)
    await payments.refund(tx, { refund, payment, amount: to_card, reason });
  if (to_wallet === 0) return;
  await wallet.refundPrepayment(tx, id, customer, to_wallet);
  await publishRefunded(tx, booking, to_wallet);
}
