// Computes the amount of a booking that lists and tables show.
import type { BookingSummary } from '@kerb/contract';

type Amounts = Pick<BookingSummary, 'status' | 'cancellationFee' | 'trip_cost' | 'discount_amount'>;

/** The final price in major units: the fare less the discount, or the fee of a cancelled booking. */
export function amountOf(booking: Amounts): number {
  return booking.status === 'CANCELLED'
    ? booking.cancellationFee
    : booking.trip_cost - booking.discount_amount;
}
