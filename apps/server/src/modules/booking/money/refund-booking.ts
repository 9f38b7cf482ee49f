// "An admin gives back a paid trip", whole or in part: to the card that paid, else to the wallet.
import { earningStatuses, refundParts } from '@kerb/domain/booking';
import { DomainError, type Minor, maxMinor, subtract, toMinor, ZERO } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { holdBooking } from '../booking-step.ts';
import { refundRepository } from './refund.repository.ts';
import { takeOverRefunds } from './take-over-refunds.ts';

export const isRefundable = ({ status }: Pick<BookingRecord, 'status'>): boolean =>
  earningStatuses.some((earning) => earning === status);

function amountOf(major: number, decimals: number): Minor {
  if (!(major > 0)) throw new DomainError('no_details_error', 'Enter an amount above zero');
  return toMinor(major, decimals);
}

export function createRefundBooking(deps: BookingDeps) {
  const { withTx, wallet, payments, ids, clock } = deps;
  return async (
    actor: Actor,
    id: string,
    given: { amount: number; reason: string },
  ): Promise<BookingRecord> => {
    return withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.refundBooking);
      const amount = amountOf(given.amount, booking.pricing.decimals);
      if (!isRefundable(booking)) throw new DomainError('transition_not_allowed', 'This trip is not paid');
      const refunds = refundRepository(tx);
      await takeOverRefunds(deps, tx, booking);
      const gone = await refunds.given(booking);
      if (amount > subtract(booking.customer_paid, gone.amount)) throw new DomainError('refund_too_large');
      const cardLeft = maxMinor(ZERO, subtract(booking.card_payment_amount, gone.toCard));
      const { toCard, toWallet } = refundParts(amount, cardLeft);
      const refund = ids.next();
      const { payment, customer: rider } = booking;
      await refunds.add({
        ...{ id: refund, booking: id, at: clock.now(), amount, to_wallet: toWallet, to_card: toCard },
        ...{ payment: toCard > 0 ? payment : null, status: toCard > 0 ? 'pending' : 'done' },
        ...{ reason: given.reason, granted_by: actor.uid },
      });
      // The payment's row before the ledger's, as everything that knows of both takes them.
      if (toCard > 0 && payment !== null)
        await payments.refund(tx, { refund, payment, amount: toCard, reason: given.reason });
      await wallet.refundBooking(tx, refund, { booking: id, rider, toWallet, toCard });
      await tellChanged(tx, booking);
      return booking;
    });
  };
}
