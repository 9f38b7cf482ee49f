// How a booking is paid, as lists, pages and exports name it.
import type { BookingStatus } from './booking.schema.ts';
import type { PaymentMode } from './payment-packet.schema.ts';

/**
 * The payment mode to show, or null where naming one would be wrong: a booking that waits for its payment holds a
 * default that its rider has not chosen, and one cancelled without a payment is never paid.
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
