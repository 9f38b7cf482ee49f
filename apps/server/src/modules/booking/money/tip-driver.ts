// "The rider tips the driver" of a paid trip: from the wallet at once, or by card, which first tops up the wallet.
import type { PaymentForm } from '@kerb/contract';
import { isTipTooLarge, mayTip } from '@kerb/domain/booking';
import { amountInput, DomainError, type Minor } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishTipped } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

interface Tip {
  /** Major units. */
  amount: number;
}

/**
 * Converts the tip to minor units. Throws `no_details_error` for an invalid amount, `tip_too_large` above the price of
 * the trip.
 */
function tipAmount({ amount }: Tip, { pricing, trip_cost }: BookingRecord): Minor {
  const tip = amountInput(amount, pricing.decimals);
  if (isTipTooLarge(tip, trip_cost)) throw new DomainError('tip_too_large');
  return tip;
}

/**
 * Returns the driver and locks their user record. Throws `transition_not_allowed` when the trip cannot be tipped (any
 * more), or when the driver has no wallet (deleted, or an admin now).
 */
async function lockTippedDriver(
  { clock, identity }: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
): Promise<string> {
  const { driver } = booking;
  const isTippable = driver !== null && mayTip(booking, clock.now());
  if (!isTippable || !(await identity.lockWalletHolder(tx, driver)))
    throw new DomainError('transition_not_allowed', 'This trip cannot be tipped');
  return driver;
}

/** Transfers the tip from wallet to wallet; the caller has locked the booking. */
export async function giveTip(
  { wallet, clock }: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
  { driver, tip }: { driver: string; tip: Minor },
): Promise<BookingRecord> {
  const patch = { tip, tipped_at: clock.now() };
  const changed = await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
  if (!changed) throw new Error(`booking ${booking.id} changed while it was locked`);
  await wallet.giveTip(tx, booking.id, { rider: booking.customer, driver, tip });
  await publishChanged(tx, changed);
  await publishTipped(tx, changed, { driver, tip });
  return changed;
}

/** Throws `not_found`, `transition_not_allowed`, `no_details_error`, `tip_too_large` and `insufficient_wallet`. */
export function createTipDriver(deps: BookingDeps) {
  return function tipDriver(actor: Actor, id: string, request: Tip): Promise<BookingRecord> {
    return deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.tipDriver);
      const driver = await lockTippedDriver(deps, tx, booking);
      const tip = tipAmount(request, booking);
      if ((await deps.wallet.lockBalance(tx, actor.uid)) < tip) throw new DomainError('insufficient_wallet');
      return giveTip(deps, tx, booking, { driver, tip });
    });
  };
}

/** Throws `not_found`, `transition_not_allowed`, `no_details_error`, `tip_too_large` and `no_provider_found`. */
export function createOpenTipPayment(deps: BookingDeps) {
  return async function openTipPayment(actor: Actor, id: string, request: Tip): Promise<PaymentForm> {
    const amount = await deps.withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.tipDriver);
      await lockTippedDriver(deps, tx, booking);
      return tipAmount(request, booking);
    });
    return deps.payments.openTip(actor, { booking: id, amount });
  };
}
