// What of a booking is to be paid at a provider now.
import { amountDue } from '@kerb/domain/booking';
import { type Minor, subtract } from '@kerb/domain/kernel';
import type { BookingRecord } from '../booking.tables.ts';

/** What a provider is to be asked for now; null while nothing is owed by card. */
export function owedByCard(booking: BookingRecord): Minor | null {
  if (booking.payment_mode !== 'card') return null;
  if (booking.status === 'PAYMENT_PENDING') return subtract(amountDue(booking), booking.used_wallet_money);
  return booking.status === 'PENDING' ? booking.payable_amount : null;
}
