// Where a proof photo is read: another address for another photo, so that no old one is shown from a cache.
import type { ProofPhotoName } from '@kerb/domain/booking';
import type { BookingRecord } from '../booking.tables.ts';

/** Null while the photo is not taken. */
export function photoAddress(
  booking: Pick<BookingRecord, 'id' | ProofPhotoName>,
  name: ProofPhotoName,
): string | null {
  const photo = booking[name];
  return photo === null ? null : `/api/v1/bookings/${booking.id}/${name}?photo=${photo}`;
}
