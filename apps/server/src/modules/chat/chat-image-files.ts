// Storage keys of chat pictures, and the job that deletes files without a message, including those left by a crash.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatRepository } from './chat.repository.ts';

/** A picture belongs to one message and has the id of the message. */
export interface ChatImage {
  booking: string;
  id: string;
}

const FORGET_JOB = 'chat.forget-image';

const aboutImage = z.object({ booking: z.uuid(), id: z.uuid() });

export const imageKey = ({ booking, id }: ChatImage): string => `chats/${booking}/${id}.webp`;

/** Address of the picture in the API; only users who may read the chat get it. */
export const imageAddress = ({ booking, id }: ChatImage): string =>
  `/api/v1/bookings/${booking}/messages/${id}/image`;

/** Upper bound for the duration of an upload, in ms; the clean-up job runs after it. */
export const UPLOAD_ENDS_MS = 10 * MS_PER_MINUTE;

/** Schedules a job that deletes the file, unless the message exists when the job runs. */
export const scheduleImageRemoval = (tx: Tx, { booking, id }: ChatImage, runAt?: number): Promise<void> =>
  addJob(
    tx,
    FORGET_JOB,
    { booking, id },
    { jobKey: `${FORGET_JOB}:${id}`, ...(runAt === undefined ? {} : { runAt }) },
  );

export const imageJobs = ({ db, storage }: Pick<ChatDeps, 'db' | 'storage'>): JobHandlers => ({
  [FORGET_JOB]: async (payload) => {
    const image = aboutImage.parse(payload);
    if ((await chatRepository(db).message(image.id)) === undefined) await storage.remove(imageKey(image));
  },
});
