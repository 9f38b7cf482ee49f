// "The rider pays what is pending": from the wallet at once, or by telling the driver to take cash.
import { amountDue, settleTrip } from '@kerb/domain/booking';
import { DomainError, ZERO } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { tellChanged } from './booking.events.ts';
import { bookingPolicy } from './booking.policy.ts';
import { bookingRepository } from './booking.repository.ts';
import type { BookingRecord } from './booking.tables.ts';
import { planDue } from './booking-due.ts';
import { decide, holdBooking, takeStep } from './booking-step.ts';
import { becomePaid } from './settle-trip.ts';

type Mode = 'wallet' | 'cash';

export function createPayBooking(deps: BookingDeps) {
  const { withTx, wallet, clock } = deps;

  /** A delivery is paid for before it is dispatched; cash is taken at the door. */
  async function payBefore(tx: Tx, booking: BookingRecord, payment_mode: Mode): Promise<BookingRecord> {
    const to = decide(booking, 'confirm_payment', 'rider');
    const due = amountDue(booking);
    const prepaid = payment_mode === 'wallet';
    if (prepaid) await wallet.holdPrepayment(tx, booking.id, booking.customer, due);
    const paid = prepaid ? { used_wallet_money: due, customer_paid: due, payable_amount: ZERO } : {};
    const dispatch_at = Math.max(booking.dispatch_at, clock.now());
    const ready = await takeStep(deps, tx, booking, {
      to,
      patch: { payment_mode, prepaid, dispatch_at, ...paid },
    });
    if (ready.book_later) await planDue(tx, ready);
    return ready;
  }

  async function payFromWallet(tx: Tx, booking: BookingRecord): Promise<BookingRecord> {
    decide(booking, 'pay', 'rider');
    const settlement = settleTrip({
      trip_cost: booking.trip_cost,
      discount_amount: booking.discount_amount,
      payment_mode: 'wallet',
      prepaid: false,
      usedWalletMoney: booking.used_wallet_money,
      walletBalance: await wallet.holdBalance(tx, booking.customer),
    });
    if (settlement.status !== 'PAID') throw new DomainError('insufficient_wallet');
    return becomePaid(deps, tx, booking, settlement);
  }

  /** The booking stays PENDING until the driver confirms that he has the money. */
  async function payInCash(tx: Tx, booking: BookingRecord): Promise<BookingRecord> {
    decide(booking, 'pay', 'rider');
    const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, {
      payment_mode: 'cash',
    });
    if (!changed) throw new DomainError('transition_not_allowed');
    await tellChanged(tx, changed);
    return changed;
  }

  return (actor: Actor, id: string, { payment_mode }: { payment_mode: Mode }): Promise<BookingRecord> =>
    withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.payBooking);
      if (booking.status === 'PAYMENT_PENDING') return payBefore(tx, booking, payment_mode);
      return payment_mode === 'wallet' ? payFromWallet(tx, booking) : payInCash(tx, booking);
    });
}
