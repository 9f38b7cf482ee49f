// "The rider pays": by wallet at once, in cash to the driver, or by card at a provider.
import { amountDue, type PaymentMode, payByWallet } from '@kerb/domain/booking';
import { DomainError, toMinor, ZERO } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import { scheduleDispatch } from '../step/dispatch-due.ts';
import { markPaid, paymentOf } from '../step/settle-trip.ts';
import { walletPart } from '../step/wallet-part.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingPatch, BookingRecord } from '../store/booking.tables.ts';

interface Choice {
  payment_mode: PaymentMode;
  /** Major units. */
  usedWalletMoney: number;
}

const matchesWalletPart = (booking: BookingRecord, paidAmount: number): boolean =>
  paidAmount === 0 || toMinor(paidAmount, booking.pricing.decimals) === booking.used_wallet_money;

const paidByPromo = { prepaid: true, used_wallet_money: ZERO, payable_amount: ZERO } as const;

export function createPayBooking(deps: BookingDeps) {
  const { withTx, wallet, clock } = deps;

  /** Changes the payment mode without a status change. */
  async function choose(tx: Tx, booking: BookingRecord, patch: BookingPatch): Promise<BookingRecord> {
    const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
    if (!changed) throw new DomainError('transition_not_allowed');
    await publishChanged(tx, changed);
    return changed;
  }

  async function confirm(tx: Tx, booking: BookingRecord, patch: BookingPatch): Promise<BookingRecord> {
    const to = decide(booking, 'confirm_payment', 'rider');
    const dispatch_at = Math.max(booking.dispatch_at, clock.now());
    const ready = await takeStep(deps, tx, booking, { to, patch: { ...patch, dispatch_at } });
    if (ready.book_later) await scheduleDispatch(tx, ready);
    return ready;
  }

  /**
   * Pays a delivery, which is confirmed before it is dispatched: wallet and promo at once, cash at the handover, card
   * by the capture.
   */
  async function payBefore(tx: Tx, booking: BookingRecord, choice: Choice): Promise<BookingRecord> {
    decide(booking, 'confirm_payment', 'rider');
    const due = amountDue(booking);
    // The promo covers the whole price, so nothing is left to charge.
    if (due === 0) return confirm(tx, booking, { payment_mode: choice.payment_mode, ...paidByPromo });
    const balance = await wallet.lockBalance(tx, booking.customer);
    const { payment_mode, used_wallet_money } = walletPart(choice, due, balance, booking.pricing.decimals);
    switch (payment_mode) {
      case 'wallet': {
        await wallet.reservePrepayment(tx, booking.id, booking.customer, due);
        const paid = { used_wallet_money: due, wallet_held: due, customer_paid: due, payable_amount: ZERO };
        return confirm(tx, booking, { payment_mode, prepaid: true, ...paid });
      }
      case 'cash':
        return confirm(tx, booking, { payment_mode, prepaid: false, used_wallet_money });
      case 'card':
        return choose(tx, booking, { payment_mode, used_wallet_money });
    }
  }

  /**
   * Pays a trip after its end. The wallet's part was charged at the end, so the pending rest has a single payment mode.
   */
  async function payAfter(tx: Tx, booking: BookingRecord, choice: Choice): Promise<BookingRecord> {
    decide(booking, 'pay', 'rider');
    if (!matchesWalletPart(booking, choice.usedWalletMoney)) {
      const message = 'The wallet\u2019s part was taken when the trip ended';
      throw new DomainError('invalid_input', undefined, [{ path: 'usedWalletMoney', message }]);
    }
    const { payment_mode } = choice;
    if (payment_mode !== 'wallet') return choose(tx, booking, { payment_mode });
    const balance = await wallet.lockBalance(tx, booking.customer);
    return markPaid(deps, tx, booking, payByWallet(paymentOf(booking), balance));
  }

  return function payBooking(actor: Actor, id: string, choice: Choice): Promise<BookingRecord> {
    return withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.payBooking);
      return booking.status === 'PAYMENT_PENDING'
        ? payBefore(tx, booking, choice)
        : payAfter(tx, booking, choice);
    });
  };
}
