// "Cancel with a reason": by the rider, the driver or an admin, while the trip has not started.
import { INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { cancelLocked } from '../step/cancel-locked.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

interface Cancellation {
  id: string;
  reason: string;
  /** Highest fee that the rider accepts, in major units; any when left out. */
  maxFee?: number | undefined;
  settings: Pick<Settings, 'AllowCriticalEditsAdmin'>;
}

/**
 * Cancels in the caller's transaction. Throws `transition_not_allowed`, `demo_mode` while critical edits are off, and
 * `conflict` when the fee is higher than `maxFee`.
 */
export function createCancelWithin(deps: BookingDeps) {
  return async function cancelWithin(
    tx: Tx,
    actor: Actor,
    { id, reason, maxFee, settings }: Cancellation,
  ): Promise<BookingRecord> {
    const { booking, viewer } = await lockBooking(tx, id, actor, bookingPolicy.cancelBooking);
    if (reason.trim() === '') throw new DomainError('reason_required');
    // Specification §4: riders and admins cancel only while critical edits are on; the driver may always cancel.
    if (viewer !== 'driver' && !settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    const isUnpaid = booking.status === 'PAYMENT_PENDING';
    return cancelLocked(deps, tx, booking, {
      by: viewer,
      reason: isUnpaid ? INCOMPLETE_BOOKING_REASON : reason.trim(),
      maxFee,
    });
  };
}

export function createCancelBooking(deps: BookingDeps) {
  const cancelWithin = createCancelWithin(deps);
  return async function cancelBooking(
    actor: Actor,
    id: string,
    { reason, maxFee }: Pick<Cancellation, 'reason' | 'maxFee'>,
  ): Promise<BookingRecord> {
    const settings = await deps.settings.get();
    return deps.withTx((tx) => cancelWithin(tx, actor, { id, reason, maxFee, settings }));
  };
}

/** Cancels a booking for the dispatcher if it is still NEW. Returns whether it was cancelled. */
export function createCancelBySystem(deps: BookingDeps) {
  return function cancelBySystem(id: string, reason: string): Promise<boolean> {
    return deps.withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.status !== 'NEW') return false;
      await cancelLocked(deps, tx, booking, { by: 'system', reason });
      return true;
    });
  };
}
