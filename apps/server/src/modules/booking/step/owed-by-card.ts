// The amount of a booking that the rider owes by card.
import { amountDue } from '@kerb/domain/booking';
import { type Minor, subtract } from '@kerb/domain/kernel';
import type { BookingRecord } from '../store/booking.tables.ts';

/** The amount to charge at a provider now, above 0; null while nothing is owed by card. */
export function owedByCard(booking: BookingRecord): Minor | null {
  if (booking.payment_mode !== 'card') return null;
  const owed = owedNow(booking);
  return owed === 0 ? null : owed;
}

function owedNow(booking: BookingRecord): Minor | null {
  if (booking.status === 'PAYMENT_PENDING') return subtract(amountDue(booking), booking.used_wallet_money);
  return booking.status === 'PENDING' ? booking.payable_amount : null;
}
