// The files of proof photos: storage keys, and a job that removes files which no booking refers to.
import { type ProofPhotoName, proofPhotoNames } from '@kerb/domain/booking';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from './booking.repository.ts';

/** Every photo is a new file, so that readers get either the old or the new one completely. */
export interface ProofPhoto {
  booking: string;
  name: ProofPhotoName;
  id: string;
}

const REMOVE_PHOTO_JOB = 'booking.forget-photo';

const aboutPhoto = z.object({ booking: z.uuid(), name: z.enum(proofPhotoNames), id: z.uuid() });

/** The specification's path: bookings/<id>/<name>. */
export const photoKey = ({ booking, name, id }: ProofPhoto): string =>
  `bookings/${booking}/${name}/${id}.webp`;

/** Longer than any upload takes; ms. */
export const UPLOAD_ENDS_MS = 10 * MS_PER_MINUTE;

/** Schedules the removal of the file unless the booking refers to it when the job runs. */
export const schedulePhotoRemoval = (tx: Tx, photo: ProofPhoto, runAt?: number): Promise<void> =>
  addJob(
    tx,
    REMOVE_PHOTO_JOB,
    { ...photo },
    { jobKey: `${REMOVE_PHOTO_JOB}:${photo.id}`, ...(runAt === undefined ? {} : { runAt }) },
  );

export const photoJobs = ({ db, storage }: Pick<BookingDeps, 'db' | 'storage'>): JobHandlers => ({
  [REMOVE_PHOTO_JOB]: async (payload) => {
    const photo = aboutPhoto.parse(payload);
    const booking = await bookingRepository(db).find(photo.booking);
    if (booking?.[photo.name] !== photo.id) await storage.remove(photoKey(photo));
  },
});
