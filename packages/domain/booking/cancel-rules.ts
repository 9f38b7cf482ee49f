// What a cancellation costs: the car type's slabs, by minutes since the driver accepted.
import type { CancelSlab } from '../fleet/index.ts';
import { type Minor, MS_PER_MINUTE, roundToMinor, ZERO } from '../kernel/index.ts';
import type { BookingStatus, CancelledBy } from './booking.schema.ts';

/** So long a booking waits for its payment. */
export const UNPAID_AFTER_MS = 30 * MS_PER_MINUTE;

/** Whether a booking that waits for its payment has waited long enough: 30 minutes, or until the time of a later trip. */
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
  /** Of the car type; amounts in major units, in any order. */
  slabs: readonly CancelSlab[];
  /** settings.decimal */
  decimals: number;
}

/** The slab reached after so many minutes: of those with minsDelayed ≤ minutes, the one with the most. */
export function slabAfter(minutes: number, slabs: readonly CancelSlab[]): CancelSlab | null {
  return slabs
    .filter((slab) => slab.minsDelayed <= minutes)
    .reduce<CancelSlab | null>(
      (latest, slab) => (latest && latest.minsDelayed >= slab.minsDelayed ? latest : slab),
      null,
    );
}

/**
 * The fee a rider owes the driver for cancelling an ACCEPTED or ARRIVED booking. Everything else is free:
 * before a driver accepted, and whenever the driver, an admin or Kerb cancels.
 */
export function cancellationFee(cancellation: Cancellation): Minor {
  const { status, cancelledBy, acceptedAt, now, slabs, decimals } = cancellation;
  const onTheWay = status === 'ACCEPTED' || status === 'ARRIVED';
  if (!onTheWay || cancelledBy !== 'rider' || acceptedAt === null) return ZERO;
  const slab = slabAfter((now - acceptedAt) / MS_PER_MINUTE, slabs);
  return slab ? roundToMinor(slab.amount, decimals) : ZERO;
}
