// Computes the cost of a cancellation from the car type's slabs, by minutes since the driver accepted.
import type { CancelSlab } from '../fleet/index.ts';
import { type Minor, MS_PER_MINUTE, roundToMinor, ZERO } from '../kernel/index.ts';
import type { BookingStatus, CancelledBy } from './booking.schema.ts';

/** Maximum time for which a booking waits for its payment. */
export const UNPAID_AFTER_MS = 30 * MS_PER_MINUTE;

/** Returns whether a booking has waited too long for its payment: 30 minutes, or until the time of a later trip. */
export const isUnpaidTooLong = (
  booking: { booking_date: number; book_later: boolean; tripdate: number },
  now: number,
): boolean =>
  now >= booking.booking_date + UNPAID_AFTER_MS || (booking.book_later && now >= booking.tripdate);

export interface Cancellation {
  status: BookingStatus;
  cancelledBy: CancelledBy;
  /** When the driver accepted, ms since the epoch; null when none has. */
  acceptedAt: number | null;
  /** ms since the epoch */
  now: number;
  /** Slabs of the car type, in any order; amounts in major units. */
  slabs: readonly CancelSlab[];
  /** settings.decimal */
  decimals: number;
}

/** Returns the slab with the largest minsDelayed that is at most `minutes`. */
export function slabAfter(minutes: number, slabs: readonly CancelSlab[]): CancelSlab | null {
  return slabs
    .filter((slab) => slab.minsDelayed <= minutes)
    .reduce<CancelSlab | null>(
      (latest, slab) => (latest && latest.minsDelayed >= slab.minsDelayed ? latest : slab),
      null,
    );
}

/** Whether a rider's cancellation can cost a fee: a driver is on the way or has arrived. */
export const isCancellationCharged = (status: BookingStatus): boolean =>
  status === 'ACCEPTED' || status === 'ARRIVED';

/**
 * Returns the fee that a rider owes the driver for cancelling an ACCEPTED or ARRIVED booking. All other cancellations
 * are free: before a driver accepted, and those by the driver, an admin or the system.
 */
export function cancellationFee(cancellation: Cancellation): Minor {
  const { status, cancelledBy, acceptedAt, now, slabs, decimals } = cancellation;
  if (!isCancellationCharged(status) || cancelledBy !== 'rider' || acceptedAt === null) return ZERO;
  const slab = slabAfter((now - acceptedAt) / MS_PER_MINUTE, slabs);
  return slab ? roundToMinor(slab.amount, decimals) : ZERO;
}
