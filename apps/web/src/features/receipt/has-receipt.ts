// Determines which bookings have a receipt.
import type { BookingView } from '@kerb/contract';

/** True when the server has a receipt: some amount was paid. */
export const hasReceipt = ({
  status,
  cancellationFee,
}: Pick<BookingView, 'status' | 'cancellationFee'>): boolean =>
  status === 'PAID' || status === 'COMPLETE' || (status === 'CANCELLED' && cancellationFee > 0);
