// Profile photos: stored at a small size and without metadata; every upload gets a new address.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import {
  type Actor,
  addJob,
  appendEvent,
  type Clock,
  type JobHandlers,
  type Queries,
  type Tx,
  type WithTx,
} from '../../../kit/index.ts';
import type { Images } from '../../../ports/images.ts';
import type { Storage, StoredFile } from '../../../ports/storage.ts';
import { usersRepository } from '../users/users.repository.ts';
import { photosRepository, replacePhoto } from './photos.repository.ts';

export interface PhotoDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  images: Images;
  storage: Storage;
  /** Random ids that cannot be guessed. */
  newPhotoId: () => string;
}

/** Longest edge in pixels: sharp on a phone's screen, and only a few kilobytes to download. */
const MAX_EDGE = 512;
/** Upper bound for the duration of an upload, in ms; the clean-up job runs after it. */
const UPLOAD_ENDS_MS = 10 * 60_000;
const FORGET_PHOTO_JOB = 'identity.forget-photo';

const photoJob = z.object({ uid: z.uuid(), id: z.uuid() });
const keyOf = (uid: string, id: string): string => `users/${uid}/profileImage/${id}.webp`;
const addressOf = (id: string): string => `/api/v1/photos/${id}`;

/** Schedules a job that deletes the file of a photo, unless the photo is in use when the job runs. */
export const schedulePhotoRemoval = (tx: Tx, uid: string, id: string, runAt?: number): Promise<void> =>
  addJob(
    tx,
    FORGET_PHOTO_JOB,
    { uid, id },
    { jobKey: `${FORGET_PHOTO_JOB}:${id}`, ...(runAt ? { runAt } : {}) },
  );

async function change(tx: Tx, uid: string, id: string | null, now: number): Promise<void> {
  if ((await usersRepository(tx).findForUpdate(uid)) === null) throw new DomainError('not_logged_in');
  const old = await replacePhoto(tx, uid, id === null ? null : { id, address: addressOf(id) }, now);
  if (old === null && id === null) return;
  if (old !== null) await schedulePhotoRemoval(tx, uid, old);
  await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
  await appendEvent(tx, { name: 'user.photo_changed', topics: [], data: { uid } });
}

/** Throws `image_unreadable` and `image_too_large`; the previous photo stays then. */
export function createSetPhoto({ withTx, clock, images, storage, newPhotoId }: PhotoDeps) {
  return async function setPhoto({ uid }: Actor, bytes: Buffer): Promise<void> {
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const id = newPhotoId();
    // The clean-up job is added before the upload, so that a file whose transaction never commits is deleted too.
    await withTx((tx) => schedulePhotoRemoval(tx, uid, id, clock.now() + UPLOAD_ENDS_MS), { prepares: true });
    await storage.put(keyOf(uid, id), file);
    await withTx((tx) => change(tx, uid, id, clock.now()));
  };
}

/** Idempotent: removing a missing photo is not an error. */
export function createRemovePhoto({ withTx, clock }: PhotoDeps) {
  return function removePhoto({ uid }: Actor): Promise<void> {
    return withTx((tx) => change(tx, uid, null, clock.now()));
  };
}

/** Throws `not_found` for an address that is not the current photo of a user. */
export function createGetPhoto({ db, storage }: PhotoDeps) {
  return async function getPhoto(id: string): Promise<StoredFile> {
    const uid = await photosRepository(db).ownerOf(id);
    const file = uid && (await storage.get(keyOf(uid, id)));
    if (!file) throw new DomainError('not_found');
    return file;
  };
}

export const photoJobs = ({ db, storage }: PhotoDeps): JobHandlers => ({
  [FORGET_PHOTO_JOB]: async (payload) => {
    const { uid, id } = photoJob.parse(payload);
    if ((await photosRepository(db).ownerOf(id)) === null) await storage.remove(keyOf(uid, id));
  },
});
