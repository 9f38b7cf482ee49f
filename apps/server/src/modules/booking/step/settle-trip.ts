// Settles a finished trip: takes the wallet's part, and writes the ledger entries when the booking becomes PAID.
import { type Payment, type Settlement, settleTrip } from '@kerb/domain/booking';
import { MS_PER_DAY, subtract } from '@kerb/domain/kernel';
import type { RideSettlement } from '@kerb/domain/ledger';
import { addJob, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingPatch, BookingRecord } from '../store/booking.tables.ts';
import { decide, takeStep } from './booking-step.ts';
import { chargeApprovedReview } from './charge-fare-review.ts';
import { chargeRefundsToOperator, recordProviderRefunds } from './provider-refunds.ts';

/** A ride without a rating by the rider completes after this time; ms. */
export const AUTO_COMPLETE_MS = MS_PER_DAY;

export const paymentOf = (booking: BookingRecord): Payment => ({
  usedWalletMoney: booking.used_wallet_money,
  cashPaymentAmount: booking.cash_payment_amount,
  cardPaymentAmount: booking.card_payment_amount,
  customer_paid: booking.customer_paid,
  payableAmount: booking.payable_amount,
});

export const paymentPatch = (payment: Payment) =>
  ({
    used_wallet_money: payment.usedWalletMoney,
    cash_payment_amount: payment.cashPaymentAmount,
    card_payment_amount: payment.cardPaymentAmount,
    customer_paid: payment.customer_paid,
    payable_amount: payment.payableAmount,
  }) satisfies BookingPatch;

/** The amounts of a PAID booking for its ledger posting. Throws for a booking without a driver. */
export function rideOf(booking: BookingRecord): RideSettlement {
  if (!booking.driver) throw new Error(`booking ${booking.id} has no driver`);
  return {
    rider: booking.customer,
    driver: booking.driver,
    driver_share: booking.driver_share,
    convenience_fees: booking.convenience_fees,
    discount_amount: booking.discount_amount,
    usedWalletMoney: subtract(booking.used_wallet_money, booking.wallet_held),
    cashPaymentAmount: booking.cash_payment_amount,
    cardPaymentAmount: booking.card_payment_amount,
    prepaidAmount: booking.wallet_held,
  };
}

type Deps = Pick<BookingDeps, 'fleet' | 'ids' | 'clock' | 'wallet' | 'payments'>;

/** Moves the booking to PAID, writes the ledger and schedules the completion. `at`: time of payment, ms since the epoch. */
export async function markPaid(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  payment: Payment,
  at = deps.clock.now(),
): Promise<BookingRecord> {
  await recordProviderRefunds(deps, tx, booking);
  const paid = await takeStep(deps, tx, booking, {
    to: 'PAID',
    patch: { ...paymentPatch(payment), paid_at: at },
  });
  async function writeLedger(): Promise<BookingRecord> {
    await deps.wallet.settleRide(tx, paid.id, rideOf(paid));
    await chargeRefundsToOperator(deps, tx, paid);
    return chargeApprovedReview(deps, tx, paid);
  }
  const complete = { runAt: deps.clock.now() + AUTO_COMPLETE_MS, jobKey: `booking.complete:${paid.id}` };
  const [charged] = await Promise.all([
    writeLedger(),
    addJob(tx, 'booking.complete', { id: paid.id }, complete),
  ]);
  return charged;
}

/** Reserves the wallet's part of a trip that is not fully paid, so that the rider cannot spend it elsewhere. */
async function reserveWalletPart(
  { wallet }: Pick<Deps, 'wallet'>,
  tx: Tx,
  booking: BookingRecord,
  settlement: Settlement,
): Promise<BookingPatch> {
  const wallet_held = settlement.usedWalletMoney;
  if (wallet_held > 0) await wallet.reservePrepayment(tx, booking.id, booking.customer, wallet_held);
  return { ...paymentPatch(settlement), wallet_held };
}

/** Settles a booking that has just become REACHED: PAID at once, PENDING, or cash for the driver to collect. */
export async function settleReached(deps: Deps, tx: Tx, booking: BookingRecord): Promise<BookingRecord> {
  const settlement: Settlement = settleTrip({
    trip_cost: booking.trip_cost,
    discount_amount: booking.discount_amount,
    payment_mode: booking.payment_mode,
    prepaid: booking.prepaid,
    usedWalletMoney: booking.used_wallet_money,
    walletBalance: await deps.wallet.lockBalance(tx, booking.customer),
  });
  switch (settlement.status) {
    case 'REACHED': {
      const patch = await reserveWalletPart(deps, tx, booking, settlement);
      // No event: this transaction has already published the step to REACHED.
      return (await bookingRepository(tx).changeFrom(booking.id, 'REACHED', patch)) ?? booking;
    }
    case 'PENDING': {
      const to = decide(booking, 'settle', 'system', { fullyPaid: false });
      const patch = await reserveWalletPart(deps, tx, booking, settlement);
      return takeStep(deps, tx, booking, { to, patch });
    }
    case 'PAID':
      decide(booking, 'settle', 'system', { fullyPaid: true });
      return markPaid(deps, tx, booking, settlement);
  }
}
