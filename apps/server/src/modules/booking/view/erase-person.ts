// Takes a person out of every booking, with the photos of the parcels they sent: a door, a face, a label.
import { proofPhotoNames } from '@kerb/domain/booking';
import type { Tx } from '../../../kit/index.ts';
import { forgetPhoto } from '../photos/proof-photo-files.ts';
import { peopleCopiesRepository } from './people-copies.repository.ts';

/** Answers the ids of the person's bookings; trips, times, places and amounts stay. */
export async function erasePerson(tx: Tx, uid: string): Promise<string[]> {
  const people = peopleCopiesRepository(tx);
  const photographed = await people.photographed(uid);
  const ids = await people.erase(uid);
  for (const booking of photographed)
    for (const name of proofPhotoNames) {
      const id = booking[name];
      if (id !== null) await forgetPhoto(tx, { booking: booking.id, name, id });
    }
  return ids;
}
