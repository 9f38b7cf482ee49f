// Refunds the prepayment of a cancelled booking to the wallet and the card that were charged, without the fee that the
// card's part covers.
import { feeFromCard } from '@kerb/domain/booking';
import { add, type Minor, subtract, ZERO } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishRefunded } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';
import { recordProviderRefunds } from './provider-refunds.ts';

type Deps = Pick<BookingDeps, 'wallet' | 'payments' | 'ids' | 'clock'>;

/** Returns the part of the cancellation fee that is taken from the card's prepayment; the rest is due from the wallet. */
export async function refundPrepayment(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { reason, fee }: { reason: string; fee: Minor },
): Promise<Minor> {
  const { wallet, payments, ids, clock } = deps;
  const { id, customer, wallet_held: to_wallet, payment } = booking;
  const back = await recordProviderRefunds(deps, tx, booking);
  const cardLeft = payment === null ? ZERO : subtract(booking.card_payment_amount, back);
  const fromCard = feeFromCard(fee, { toCard: cardLeft, toWallet: to_wallet });
  const to_card = subtract(cardLeft, fromCard);
  if (to_wallet + to_card === 0) return fromCard;
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
  if (to_wallet > 0) {
    await wallet.refundPrepayment(tx, id, customer, to_wallet);
    await publishRefunded(tx, booking, to_wallet);
  }
  return fromCard;
}
