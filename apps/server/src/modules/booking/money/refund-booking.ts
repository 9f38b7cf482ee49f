// "An admin refunds a paid trip", in full or in part: first to the card that was charged, the rest to the wallet.
import { earningStatuses, refundParts } from '@kerb/domain/booking';
import { amountInput, DomainError, maxMinor, subtract, ZERO } from '@kerb/domain/kernel';
import { type Actor, recordSecurity } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishRefunded } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { recordProviderRefunds } from '../step/provider-refunds.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';

export const isRefundable = ({ status }: Pick<BookingRecord, 'status'>): boolean =>
  earningStatuses.some((earning) => earning === status);

export function createRefundBooking(deps: BookingDeps) {
  const { withTx, wallet, payments, ids, clock, identity } = deps;
  return async function refundBooking(
    actor: Actor,
    id: string,
    request: { amount: number; reason: string },
  ): Promise<BookingRecord> {
    return withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.refundBooking);
      const amount = amountInput(request.amount, booking.pricing.decimals);
      if (!isRefundable(booking)) throw new DomainError('transition_not_allowed', 'This trip is not paid');
      const refunds = refundRepository(tx);
      await recordProviderRefunds(deps, tx, booking);
      const gone = await refunds.given(booking);
      if (amount > subtract(booking.customer_paid, gone.amount)) throw new DomainError('refund_too_large');
      const cardLeft = maxMinor(ZERO, subtract(booking.card_payment_amount, gone.toCard));
      const { toCard, toWallet } = refundParts(amount, cardLeft);
      const refund = ids.next();
      const { payment, customer: rider } = booking;
      // The lock also makes a deletion or a change of role wait, which is rejected while a refund is pending.
      const hasWallet = await identity.lockWalletHolder(tx, rider);
      if (toWallet > 0 && !hasWallet)
        throw new DomainError('transition_not_allowed', 'The rider has no wallet');
      await refunds.add({
        id: refund,
        booking: id,
        at: clock.now(),
        amount,
        to_wallet: toWallet,
        to_card: toCard,
        payment: toCard > 0 ? payment : null,
        status: toCard > 0 ? 'pending' : 'done',
        reason: request.reason,
        granted_by: actor.uid,
      });
      // Lock order: the payment's row before the ledger's rows, as in every transaction that locks both.
      if (toCard > 0 && payment !== null)
        await payments.refund(tx, { refund, payment, amount: toCard, reason: request.reason });
      await wallet.refundBooking(tx, refund, { booking: id, rider, toWallet, toCard });
      recordSecurity(tx, { event: 'refund_decided', booking: id, refund, amount });
      await publishChanged(tx, booking);
      if (toWallet > 0) await publishRefunded(tx, booking, toWallet);
      return booking;
    });
  };
}
