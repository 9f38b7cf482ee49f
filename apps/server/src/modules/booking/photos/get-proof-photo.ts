// "View a proof photo": for every role that may read the booking.
import type { ProofPhotoName } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { StoredFile } from '../../../ports/storage.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { hidesExactPlaces } from '../present/trip-places.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { photoKey } from '../store/proof-photo-files.ts';

/** Throws `not_found` for other users' bookings, for the driver after the trip, and while there is no photo. */
export function createGetProofPhoto({ db, storage }: Pick<BookingDeps, 'db' | 'storage'>) {
  return async function getProofPhoto(actor: Actor, id: string, name: ProofPhotoName): Promise<StoredFile> {
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    const viewer = permit(bookingPolicy.getProofPhoto, viewerOf(booking, actor));
    if (hidesExactPlaces(booking, viewer)) throw new DomainError('not_found');
    const photo = booking[name];
    const file = photo !== null && (await storage.get(photoKey({ booking: id, name, id: photo })));
    if (!file) throw new DomainError('not_found');
    return file;
  };
}
