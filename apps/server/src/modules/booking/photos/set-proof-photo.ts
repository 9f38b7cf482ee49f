// "The driver uploads a proof photo" of the parcel: at the pickup before the trip starts, at the drop before it ends.
import { mayTakePhoto, type ProofPhotoName } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { lockBooking } from '../step/booking-step.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { photoKey, schedulePhotoRemoval, UPLOAD_ENDS_MS } from '../store/proof-photo-files.ts';

/** Longest edge in pixels; labels stay readable at this size. */
const MAX_EDGE = 1600;

function assertPhotoAllowed(name: ProofPhotoName, booking: BookingRecord): void {
  if (!mayTakePhoto(name, booking))
    throw new DomainError('transition_not_allowed', `${name} while ${booking.status}`);
}

/**
 * Replaces an earlier photo, which stays when an error is thrown. Throws `not_found`, `transition_not_allowed`,
 * `image_unreadable` and `image_too_large`.
 */
export function createSetProofPhoto(deps: BookingDeps) {
  const { db, withTx, clock, ids, images, storage } = deps;

  async function show(tx: Tx, actor: Actor, id: string, name: ProofPhotoName, photo: string) {
    const { booking } = await lockBooking(tx, id, actor, bookingPolicy.setProofPhoto);
    assertPhotoAllowed(name, booking);
    const changed = await bookingRepository(tx).changeFrom(id, booking.status, { [name]: photo });
    if (!changed) throw new DomainError('transition_not_allowed');
    const old = booking[name];
    if (old !== null) await schedulePhotoRemoval(tx, { booking: id, name, id: old });
    await publishChanged(tx, changed);
    return changed;
  }

  return async function setProofPhoto(
    actor: Actor,
    id: string,
    name: ProofPhotoName,
    bytes: Buffer,
  ): Promise<BookingRecord> {
    // Checked before the image is processed, and again under the row lock.
    const booking = await bookingRepository(db).find(id);
    if (!booking) throw new DomainError('not_found');
    permit(bookingPolicy.setProofPhoto, viewerOf(booking, actor));
    assertPhotoAllowed(name, booking);
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const photo = { booking: id, name, id: ids.next() };
    // Scheduled before the upload, so that the file is removed even if the final commit fails.
    await withTx((tx) => schedulePhotoRemoval(tx, photo, clock.now() + UPLOAD_ENDS_MS), { prepares: true });
    await storage.put(photoKey(photo), file);
    return withTx((tx) => show(tx, actor, id, name, photo.id));
  };
}
