// "A provider captured a payment": settles the booking if it still waits for this payment, otherwise refunds the
// payment.
import { amountDue, payByCard, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { isOverdue } from '@kerb/domain/dispatch';
import { ZERO } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { Subscriber, Tx } from '../../../kit/index.ts';
import type { BookingDeps, CapturedPayment } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { decide, takeStep } from '../step/booking-step.ts';
import { cancelLocked } from '../step/cancel-locked.ts';
import { scheduleDispatch } from '../step/dispatch-due.ts';
import { owedByCard } from '../step/owed-by-card.ts';
import { markPaid, paymentOf } from '../step/settle-trip.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';

const captured = z.object({ payment: z.string(), booking: z.string().nullable() });

/** Refunds a payment whose booking was cancelled, paid in another way, or paid twice. */
async function refundCapture(
  { payments, ids, clock }: Pick<BookingDeps, 'payments' | 'ids' | 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  { payment, amount }: CapturedPayment,
  reason: string,
) {
  const refund = ids.next();
  await refundRepository(tx).add({
    id: refund,
    booking: booking.id,
    at: clock.now(),
    amount,
    to_wallet: ZERO,
    to_card: amount,
    payment,
    status: 'pending',
    reason,
    granted_by: null,
  });
  await payments.refund(tx, { refund, payment, amount, reason });
}

export function onPaymentCaptured(deps: BookingDeps): Subscriber {
  const { withTx, payments, wallet, clock } = deps;

  /** Confirms a prepaid delivery, which starts its dispatch. */
  async function payBefore(tx: Tx, booking: BookingRecord, paid: CapturedPayment): Promise<void> {
    const due = amountDue(booking);
    const fromWallet = booking.used_wallet_money;
    if ((await wallet.lockBalance(tx, booking.customer)) < fromWallet) {
      await refundCapture(deps, tx, booking, paid, 'The wallet no longer covers its part');
      const without = { used_wallet_money: ZERO };
      const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, without);
      if (changed) await publishChanged(tx, changed);
      return;
    }
    if (fromWallet > 0) await wallet.reservePrepayment(tx, booking.id, booking.customer, fromWallet);
    const ready = await takeStep(deps, tx, booking, {
      to: decide(booking, 'confirm_payment', 'system'),
      patch: {
        prepaid: true,
        gateway: paid.provider,
        payment: paid.payment,
        wallet_held: fromWallet,
        card_payment_amount: paid.amount,
        customer_paid: due,
        payable_amount: ZERO,
        dispatch_at: Math.max(booking.dispatch_at, clock.now()),
      },
    });
    if (ready.book_later) await scheduleDispatch(tx, ready);
  }

  /**
   * Cancels and refunds a delivery whose payment took until long after the time of the trip, such as a bank transfer:
   * its sender no longer expects a driver.
   */
  async function cancelOverdue(tx: Tx, booking: BookingRecord, paid: CapturedPayment): Promise<void> {
    const reason = TRIP_TIME_PASSED_REASON;
    await cancelLocked(deps, tx, booking, { by: 'system', reason });
    await refundCapture(deps, tx, booking, paid, reason);
  }

  async function payAfter(tx: Tx, booking: BookingRecord, paid: CapturedPayment): Promise<void> {
    decide(booking, 'pay', 'system');
    const patch = { gateway: paid.provider, payment: paid.payment };
    const marked = await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
    if (!marked) throw new Error(`booking ${booking.id} changed while it was locked`);
    await markPaid(deps, tx, marked, payByCard(paymentOf(marked)));
  }

  async function handle(payment: string, id: string): Promise<void> {
    await withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (!booking || booking.payment === payment) return;
      // Read after the row lock: a later refund by the provider is processed after this transaction.
      const paid = await payments.captureOf(payment, tx);
      if (paid === null || paid.amount === 0) return;
      const isSentBack = (await refundRepository(tx).ofBooking(id)).some(
        ({ payment: sent }) => sent === payment,
      );
      if (isSentBack) return;
      const owed = owedByCard(booking);
      if (owed === null)
        return refundCapture(deps, tx, booking, paid, 'The booking no longer waits for this payment');
      if (owed !== paid.amount)
        return refundCapture(deps, tx, booking, paid, 'Another amount is owed meanwhile');
      if (booking.status !== 'PAYMENT_PENDING') return payAfter(tx, booking, paid);
      return isOverdue(booking.tripdate, clock.now())
        ? cancelOverdue(tx, booking, paid)
        : payBefore(tx, booking, paid);
    });
  }

  return {
    name: 'booking.on-payment-captured',
    events: ['payment.captured'],
    async handle({ data }) {
      const { payment, booking } = captured.parse(data);
      if (booking !== null) await handle(payment, booking);
    },
  };
}
