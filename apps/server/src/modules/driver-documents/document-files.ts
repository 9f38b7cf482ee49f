// Storage keys of document files, and a job that deletes files without a row, including those left by a crash.
import type { DocumentKind } from '@kerb/contract';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type Clock, type Queries, type Tx } from '../../kit/index.ts';
import type { Storage, StoredFile } from '../../ports/storage.ts';
import { documentsRepository } from './documents.repository.ts';

export const REMOVE_FILE_JOB = 'fleet.remove-unused-file';

/** Upper bound, in ms, for the time between storing a file and the commit or failure of its transaction. */
const PUT_IS_OVER_MS = MS_PER_HOUR;

const aboutFile = z.object({ key: z.string() });

/**
 * Storage key by the naming of the specification: users/<uid>/driverDocuments/<ISO timestamp>, with hyphens for colons.
 */
export function documentKey(uid: string, kind: DocumentKind, at: number, id: string): string {
  const timestamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  return `users/${uid}/driverDocuments/${timestamp}-${kind}-${id.slice(-12)}.webp`;
}

/** Schedules the removal of a file; the job runs after the commit and only deletes a file that no row refers to. */
export const removeFileLater = (tx: Tx, key: string, runAt?: number): Promise<void> =>
  addJob(tx, REMOVE_FILE_JOB, { key }, runAt === undefined ? {} : { runAt });

export interface DocumentFilesDeps {
  db: Queries;
  clock: Clock;
  storage: Storage;
}

/**
 * Stores a file before the row that will refer to it is written. The job that would remove an unused file is added
 * first, in a separate transaction, so that a crash before the commit of the row leaves no file behind.
 */
export function createPutFile({ db, clock, storage }: DocumentFilesDeps) {
  return async function putFile(key: string, file: StoredFile): Promise<void> {
    await db.transaction().execute((tx) => removeFileLater(tx, key, clock.now() + PUT_IS_OVER_MS));
    await storage.put(key, file);
  };
}

export function createRemoveUnusedFile({ db, storage }: DocumentFilesDeps) {
  return async function removeUnusedFile(payload: unknown): Promise<void> {
    const { key } = aboutFile.parse(payload);
    if (!(await documentsRepository(db).isInUse(key))) await storage.remove(key);
  };
}
