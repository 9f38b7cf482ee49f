// The files of pictures in chats: their storage keys, and their removal once no message shows them, also after a crash.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatRepository } from './chat.repository.ts';

/** A picture is of one message and has its id. */
export interface ChatImage {
  booking: string;
  id: string;
}

const FORGET_JOB = 'chat.forget-image';

const aboutImage = z.object({ booking: z.uuid(), id: z.uuid() });

export const imageKey = ({ booking, id }: ChatImage): string => `chats/${booking}/${id}.webp`;

/** Where who may read the chat finds it. */
export const imageAddress = ({ booking, id }: ChatImage): string =>
  `/api/v1/bookings/${booking}/messages/${id}/image`;

/** An upload is over long before this. */
export const UPLOAD_ENDS_MS = 10 * MS_PER_MINUTE;

/** Removes the file if, when the job runs, there is no such message. */
export const forgetImage = (tx: Tx, { booking, id }: ChatImage, runAt?: number): Promise<void> =>
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
