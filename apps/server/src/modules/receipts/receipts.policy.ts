// Permissions to read and send the receipt of a booking, and the bookings that have one. To other users the booking
// does not exist.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

export type ReceiptReader = 'rider' | 'driver' | 'admin';

/** One line for each route; printing requires the same as reading. */
export const receiptsPolicy = {
  getReceipt: ['rider', 'driver', 'admin'],
  sendReceipt: ['rider', 'admin'],
} as const satisfies Record<string, readonly ReceiptReader[]>;

export type ReceiptBooking = NonNullable<Awaited<ReturnType<BookingApi['find']>>>;

/** A paid ride, or a cancellation with a fee. */
export const hasReceipt = ({
  status,
  cancellation_fee,
}: Pick<ReceiptBooking, 'status' | 'cancellation_fee'>): boolean =>
  status === 'PAID' || status === 'COMPLETE' || (status === 'CANCELLED' && cancellation_fee > 0);

/** Throws `not_found` for another user's booking, and `transition_not_allowed` for one without a receipt. */
export async function permittedBooking(
  booking: Pick<BookingApi, 'find' | 'partyOf'>,
  actor: Actor,
  id: string,
  line: readonly ReceiptReader[],
): Promise<{ booking: ReceiptBooking; reader: ReceiptReader }> {
  const found = await booking.find(id);
  const party = found && booking.partyOf(found, actor);
  const reader = line.find((one) => one === party);
  if (!found || !reader) throw new DomainError('not_found');
  if (!hasReceipt(found))
    throw new DomainError('transition_not_allowed', 'Nothing was paid for this booking');
  return { booking: found, reader };
}
