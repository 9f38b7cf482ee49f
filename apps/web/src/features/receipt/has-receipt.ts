// Which bookings have a receipt.
import type { BookingView } from '@kerb/contract';

/** Whether the server has a receipt for it: something was paid. */
export const hasReceipt = ({
  status,
  cancellationFee,
}: Pick<BookingView, 'status' | 'cancellationFee'>): boolean =>
  status === 'PAID' || status === 'COMPLETE' || (status === 'CANCELLED' && cancellationFee > 0);
