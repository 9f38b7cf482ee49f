// "The rider pays what is pending": from the wallet at once, in cash to the driver, or by card at a provider.
import { amountDue, type PaymentMode, payByWallet } from '@kerb/domain/booking';
import { DomainError, toMinor, ZERO } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingPatch, BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { planDue } from '../create/booking-due.ts';
import { walletPart } from '../create/wallet-part.ts';
import { becomePaid, paymentOf } from './settle-trip.ts';

interface Choice {
  payment_mode: PaymentMode;
  /** Major units. */
  usedWalletMoney: number;
}

const isTaken = (booking: BookingRecord, given: number): boolean =>
  given === 0 || toMinor(given, booking.pricing.decimals) === booking.used_wallet_money;

const paidByPromo = { prepaid: true, used_wallet_money: ZERO, payable_amount: ZERO } as const;

export function createPayBooking(deps: BookingDeps) {
  const { withTx, wallet, clock } = deps;

  /** Changes how it is paid, and not yet its status. */
  async function choose(tx: Tx, booking: BookingRecord, patch: BookingPatch): Promise<BookingRecord> {
    const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
    if (!changed) throw new DomainError('transition_not_allowed');
    await tellChanged(tx, changed);
    return changed;
  }

  async function confirm(tx: Tx, booking: BookingRecord, patch: BookingPatch): Promise<BookingRecord> {
    const to = decide(booking, 'confirm_payment', 'rider');
    const dispatch_at = Math.max(booking.dispatch_at, clock.now());
    const ready = await takeStep(deps, tx, booking, { to, patch: { ...patch, dispatch_at } });
    if (ready.book_later) await planDue(tx, ready);
    return ready;
  }

  /** A delivery is paid for before it is dispatched; cash is taken at the door, a card at its provider first. */
  async function payBefore(tx: Tx, booking: BookingRecord, choice: Choice): Promise<BookingRecord> {
    decide(booking, 'confirm_payment', 'rider');
    const due = amountDue(booking);
    // The promo pays it all: there is nothing a wallet, a driver or a provider could take.
    if (due === 0) return confirm(tx, booking, { payment_mode: choice.payment_mode, ...paidByPromo });
    const balance = await wallet.holdBalance(tx, booking.customer);
    const { payment_mode, used_wallet_money } = walletPart(choice, due, balance, booking.pricing.decimals);
    switch (payment_mode) {
      case 'wallet': {
        await wallet.holdPrepayment(tx, booking.id, booking.customer, due);
        const paid = { used_wallet_money: due, wallet_held: due, customer_paid: due, payable_amount: ZERO };
        return confirm(tx, booking, { payment_mode, prepaid: true, ...paid });
      }
      case 'cash':
        return confirm(tx, booking, { payment_mode, prepaid: false, used_wallet_money });
      case 'card':
        return choose(tx, booking, { payment_mode, used_wallet_money });
    }
  }

  /** The wallet's part was taken when the trip ended: what is pending is paid in one way. */
  async function payAfter(tx: Tx, booking: BookingRecord, choice: Choice): Promise<BookingRecord> {
    decide(booking, 'pay', 'rider');
    if (!isTaken(booking, choice.usedWalletMoney)) {
      const message = 'The wallet\u2019s part was taken when the trip ended';
      throw new DomainError('invalid_input', undefined, [{ path: 'usedWalletMoney', message }]);
    }
    const { payment_mode } = choice;
    if (payment_mode !== 'wallet') return choose(tx, booking, { payment_mode });
    const balance = await wallet.holdBalance(tx, booking.customer);
    return becomePaid(deps, tx, booking, payByWallet(paymentOf(booking), balance));
  }

  return (actor: Actor, id: string, choice: Choice): Promise<BookingRecord> =>
    withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.payBooking);
      return booking.status === 'PAYMENT_PENDING'
        ? payBefore(tx, booking, choice)
        : payAfter(tx, booking, choice);
    });
}
