// Decides which payment mode and which amount to be paid a booking has in lists, pages and exports.
import { type Minor, ZERO } from '../kernel/index.ts';
import type { BookingStatus } from './booking.schema.ts';
import type { PaymentMode } from './payment-packet.schema.ts';

/**
 * Returns the payment mode to display, or null where a mode would be wrong: a booking that waits for its payment has a
 * default that the rider has not chosen, and a booking cancelled without a payment is never paid.
 */
export function paymentShown(booking: {
  readonly status: BookingStatus;
  readonly payment_mode: PaymentMode;
  readonly customer_paid: number;
}): PaymentMode | null {
  if (booking.status === 'PAYMENT_PENDING') return null;
  if (booking.status === 'CANCELLED' && booking.customer_paid === 0) return null;
  return booking.payment_mode;
}

/** Returns what is still to be paid for the fare: nothing once the booking is cancelled. */
export function payableShown(status: BookingStatus, payable: Minor): Minor {
  return status === 'CANCELLED' ? ZERO : payable;
}
