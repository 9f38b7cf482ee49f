// What of a booking is to be paid at a provider now.
import { amountDue } from '@kerb/domain/booking';
import { type Minor, subtract } from '@kerb/domain/kernel';
import type { BookingRecord } from '../booking.tables.ts';

/** What a provider is to be asked for now, above 0; null while nothing is owed by card. */
export function owedByCard(booking: BookingRecord): Minor | null {
  if (booking.payment_mode !== 'card') return null;
  const owed = owedNow(booking);
  return owed === 0 ? null : owed;
}

function owedNow(booking: BookingRecord): Minor | null {
  if (booking.status === 'PAYMENT_PENDING') return subtract(amountDue(booking), booking.used_wallet_money);
  return booking.status === 'PENDING' ? booking.payable_amount : null;
}
