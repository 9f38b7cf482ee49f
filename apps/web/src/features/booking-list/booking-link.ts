// Where a booking in the list leads: the driver's own trip screen while he drives it, the trip screen otherwise.
import type { BookingSummary } from '@kerb/contract';
import { keepsDriverBusy } from '@kerb/domain/booking';
import { paths } from '../../lib/paths.ts';

export function bookingLink(booking: Pick<BookingSummary, 'id' | 'status' | 'driver'>, uid: string): string {
  const driving = booking.driver === uid && keepsDriverBusy(booking.status);
  return driving ? paths.driverTrip(booking.id) : paths.trip(booking.id);
}
