// "Cancel with a reason": by the rider, the driver or an admin, while the trip has not started.
import {
  type CancelledBy,
  cancellationFee,
  INCOMPLETE_BOOKING_REASON,
  type Party,
} from '@kerb/domain/booking';
import { DomainError, type Minor } from '@kerb/domain/kernel';
import { type Actor, removeJob, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellWithdrawn } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { dueJobKey } from '../create/booking-due.ts';
import { giveBackPrepayment } from '../money/give-back-prepayment.ts';
import { requestRepository } from '../requests/request.repository.ts';

export type Canceller = Extract<Party, CancelledBy>;

interface Cancellation {
  by: CancelledBy;
  reason: string;
  fee: Minor;
}

/** Everything a cancellation brings about, in the caller's transaction: whoever decided it, and however. */
export async function carryOutCancellation(
  deps: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
  { by, reason, fee }: Cancellation,
): Promise<BookingRecord> {
  await tellWithdrawn(tx, booking.id, await requestRepository(tx).closeAll(booking.id, 'cancelled'));
  const patch = { cancelled_by: by, reason, cancellation_fee: fee, cancelled_at: deps.clock.now() };
  const cancelled = await takeStep(deps, tx, booking, { to: 'CANCELLED', patch });
  if (fee > 0 && booking.driver) {
    const charge = { rider: booking.customer, driver: booking.driver, fee };
    await deps.wallet.chargeCancellation(tx, booking.id, charge);
  }
  if (booking.promo_applied) await deps.promos.giveBackUse(tx, booking.id);
  await giveBackPrepayment(deps, tx, booking, reason);
  await removeJob(tx, dueJobKey(booking.id));
  return cancelled;
}

/** Cancels a held booking, by the table of transitions and the slabs of its car type. */
export async function cancelHeld(
  deps: BookingDeps,
  tx: Tx,
  booking: BookingRecord,
  { by, reason }: { by: Canceller; reason: string },
): Promise<BookingRecord> {
  decide(booking, 'cancel', by);
  const fee = cancellationFee({
    status: booking.status,
    cancelledBy: by,
    acceptedAt: booking.driver_accept_time,
    now: deps.clock.now(),
    slabs: booking.pricing.cancelSlab,
    decimals: booking.pricing.decimals,
  });
  return carryOutCancellation(deps, tx, booking, { by, reason, fee });
}

export function createCancelBooking(deps: BookingDeps) {
  return async (actor: Actor, id: string, { reason }: { reason: string }): Promise<BookingRecord> => {
    const settings = await deps.settings.get();
    return deps.withTx(async (tx) => {
      const { booking, viewer } = await holdBooking(tx, id, actor, bookingPolicy.cancelBooking);
      if (reason.trim() === '') throw new DomainError('reason_required');
      // Specification §4: riders and admins cancel only while critical edits are on; a driver on his way may.
      if (viewer !== 'driver' && !settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
      const isUnpaid = booking.status === 'PAYMENT_PENDING';
      return cancelHeld(deps, tx, booking, {
        by: viewer,
        reason: isUnpaid ? INCOMPLETE_BOOKING_REASON : reason.trim(),
      });
    });
  };
}

/** A NEW booking that Kerb gives up on; one that has moved on is left as it is. Answers whether it was cancelled. */
export function createCancelBySystem(deps: BookingDeps) {
  return (id: string, reason: string): Promise<boolean> =>
    deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'NEW') return false;
      await cancelHeld(deps, tx, booking, { by: 'system', reason });
      return true;
    });
}
