// The files of proof photos: named for the storage, and removed when no booking shows them, whatever crashed between.
import { type ProofPhotoName, proofPhotoNames } from '@kerb/domain/booking';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';

/** One file: a new photo is a new file, so that whoever reads has the old one or the new one whole. */
export interface ProofPhoto {
  booking: string;
  name: ProofPhotoName;
  id: string;
}

const FORGET_JOB = 'booking.forget-photo';

const aboutPhoto = z.object({ booking: z.uuid(), name: z.enum(proofPhotoNames), id: z.uuid() });

/** The specification's place: bookings/<id>/<name>. */
export const photoKey = ({ booking, name, id }: ProofPhoto): string =>
  `bookings/${booking}/${name}/${id}.webp`;

/** An upload is over long before this. */
export const UPLOAD_ENDS_MS = 10 * MS_PER_MINUTE;

/** Removes the file if, when the job runs, its booking does not show it. */
export const forgetPhoto = (tx: Tx, photo: ProofPhoto, runAt?: number): Promise<void> =>
  addJob(
    tx,
    FORGET_JOB,
    { ...photo },
    { jobKey: `${FORGET_JOB}:${photo.id}`, ...(runAt === undefined ? {} : { runAt }) },
  );

export const photoJobs = ({ db, storage }: Pick<BookingDeps, 'db' | 'storage'>): JobHandlers => ({
  [FORGET_JOB]: async (payload) => {
    const photo = aboutPhoto.parse(payload);
    const booking = await bookingRepository(db).find(photo.booking);
    if (booking?.[photo.name] !== photo.id) await storage.remove(photoKey(photo));
  },
});
