// The receipt of a booking that has one.
import type { BookingView, Receipt } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

/** Whether the server has a receipt for it: something was paid. */
export const hasReceipt = ({
  status,
  cancellationFee,
}: Pick<BookingView, 'status' | 'cancellationFee'>): boolean =>
  status === 'PAID' || status === 'COMPLETE' || (status === 'CANCELLED' && cancellationFee > 0);

/** Null until it is there; the PDF can be asked for without it. */
export function useReceipt(booking: BookingView): Receipt | null {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const { id } = booking;
  useEffect(() => {
    let isShown = true;
    client.getReceipt({ params: { id } }).then(
      (answer) => isShown && setReceipt(answer),
      () => isShown && setReceipt(null),
    );
    return () => {
      isShown = false;
    };
  }, [id]);
  return receipt?.booking === id ? receipt : null;
}
