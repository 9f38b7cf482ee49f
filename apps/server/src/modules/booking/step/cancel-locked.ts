// The step to CANCELLED with all its effects, for every use case that cancels a booking.
import { type CancelledBy, cancellationFee, type Party, waitsToSetOut } from '@kerb/domain/booking';
import { DomainError, type Minor, roundToMinor } from '@kerb/domain/kernel';
import { removeJob, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishWithdrawn } from '../booking.events.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';
import { decide, takeStep } from './booking-step.ts';
import { dueJobKey } from './dispatch-due.ts';
import { refundPrepayment } from './refund-prepayment.ts';

type SetOutFields = Pick<
  BookingRecord,
  'pickup_promised_at' | 'set_out_at' | 'driver_accept_time' | 'book_later' | 'dispatch_at'
>;

/**
 * The time from which the minutes of the cancellation slabs count, ms since the epoch. The driver of a follow-on trip
 * is on the way only after the trip before it has ended, that of a later booking not before its dispatch time. Null
 * without a driver, and before they have set out.
 */
export function onTheWaySince({
  pickup_promised_at,
  set_out_at,
  driver_accept_time,
  book_later,
  dispatch_at,
}: SetOutFields): number | null {
  if (waitsToSetOut({ pickup_promised_at, set_out_at })) return null;
  const since = set_out_at ?? driver_accept_time;
  return since === null || !book_later ? since : Math.max(since, dispatch_at);
}

export type Canceller = Extract<Party, CancelledBy>;

interface Cancellation {
  by: CancelledBy;
  reason: string;
  fee: Minor;
}

/** Applies all effects of a cancellation in the caller's transaction: offers, fee, promo use, prepayment and jobs. */
export async function applyCancellation(
  deps: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
  { by, reason, fee }: Cancellation,
): Promise<BookingRecord> {
  await publishWithdrawn(tx, booking.id, await offerRepository(tx).closeAll(booking.id, 'cancelled'));
  const patch = {
    cancelled_by: by,
    reason,
    cancellation_fee: fee,
    cancelled_at: deps.clock.now(),
    follows: null,
  };
  const cancelled = await takeStep(deps, tx, booking, { to: 'CANCELLED', patch });
  const fromHeld = await refundPrepayment(deps, tx, booking, { reason, fee });
  if (fee > 0 && booking.driver) {
    const charge = { rider: booking.customer, driver: booking.driver, fee, fromHeld };
    await deps.wallet.chargeCancellation(tx, booking.id, charge);
  }
  if (booking.promo_applied) await deps.promos.removeUse(tx, booking.id);
  await removeJob(tx, dueJobKey(booking.id));
  return cancelled;
}

interface LockedCancellation {
  by: Canceller;
  reason: string;
  /** Highest fee that the rider accepts, in major units; any when left out. */
  maxFee?: number | undefined;
}

/**
 * Cancels a locked booking by the transition table, with the cancellation fee of its car type's slabs. Throws
 * `conflict` when the fee is higher than `maxFee`.
 */
export async function cancelLocked(
  deps: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
  { by, reason, maxFee }: LockedCancellation,
): Promise<BookingRecord> {
  decide(booking, 'cancel', by);
  const { cancelSlab, decimals } = booking.pricing;
  const fee = cancellationFee({
    status: booking.status,
    cancelledBy: by,
    acceptedAt: onTheWaySince(booking),
    now: deps.clock.now(),
    slabs: cancelSlab,
    decimals,
  });
  if (maxFee !== undefined && fee > roundToMinor(maxFee, decimals))
    throw new DomainError('conflict', 'The cancellation fee is higher than the one that the rider accepted');
  return applyCancellation(deps, tx, booking, { by, reason, fee });
}
