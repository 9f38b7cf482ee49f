// Erases a user's personal data from every booking, including proof photos, which may show doors, faces and labels.
import { proofPhotoNames } from '@kerb/domain/booking';
import type { Tx } from '../../../kit/index.ts';
import { type ErasedBookings, personalDataRepository } from '../store/personal-data.repository.ts';
import { schedulePhotoRemoval } from '../store/proof-photo-files.ts';

/** Returns the user's bookings; trips, times, rounded places and amounts stay. */
export async function erasePerson(tx: Tx, uid: string): Promise<ErasedBookings> {
  const people = personalDataRepository(tx);
  const photographed = await people.photographed(uid);
  const erased = await people.erase(uid);
  for (const booking of photographed)
    for (const name of proofPhotoNames) {
      const id = booking[name];
      if (id !== null) await schedulePhotoRemoval(tx, { booking: booking.id, name, id });
    }
  return erased;
}
