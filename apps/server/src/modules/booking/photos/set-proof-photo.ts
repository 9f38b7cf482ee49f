// "The driver photographs the parcel": at the pickup before the trip starts, at the drop before it ends.
import { mayTakePhoto, type ProofPhotoName } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { tellChanged } from '../booking.events.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { holdBooking } from '../booking-step.ts';
import { forgetPhoto, photoKey, UPLOAD_ENDS_MS } from './proof-photo-files.ts';

/** Longest edge in pixels: a label stays readable. */
const MAX_EDGE = 1600;

function refuseUntimely(name: ProofPhotoName, booking: BookingRecord): void {
  if (!mayTakePhoto(name, booking))
    throw new DomainError('transition_not_allowed', `${name} while ${booking.status}`);
}

/**
 * Takes the place of the photo that was there. Throws `not_found`, `transition_not_allowed`, `image_unreadable` and
 * `image_too_large`; the photo that was there stays then.
 */
export function createSetProofPhoto(deps: BookingDeps) {
  const { db, withTx, clock, ids, images, storage } = deps;

  async function show(tx: Tx, actor: Actor, id: string, name: ProofPhotoName, photo: string) {
    const { booking } = await holdBooking(tx, id, actor, bookingPolicy.setProofPhoto);
    refuseUntimely(name, booking);
    const changed = await bookingRepository(tx).changeFrom(id, booking.status, { [name]: photo });
    if (!changed) throw new DomainError('transition_not_allowed');
    const old = booking[name];
    if (old !== null) await forgetPhoto(tx, { booking: id, name, id: old });
    await tellChanged(tx, changed);
    return changed;
  }

  return async (actor: Actor, id: string, name: ProofPhotoName, bytes: Buffer): Promise<BookingRecord> => {
    // Refused before any work on the picture; asked again when the row is held.
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    permit(bookingPolicy.setProofPhoto, viewerOf(booking, actor));
    refuseUntimely(name, booking);
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const photo = { booking: id, name, id: ids.next() };
    // Planned first: a file that no commit follows is removed all the same.
    await withTx((tx) => forgetPhoto(tx, photo, clock.now() + UPLOAD_ENDS_MS));
    await storage.put(photoKey(photo), file);
    return withTx((tx) => show(tx, actor, id, name, photo.id));
  };
}
