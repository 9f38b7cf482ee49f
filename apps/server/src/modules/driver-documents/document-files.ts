// The files of documents: their storage keys, and a job that removes files without a row, also those a crash left behind.
import type { DocumentKind } from '@kerb/contract';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type Clock, type Queries, type Tx } from '../../kit/index.ts';
import type { Storage, StoredFile } from '../../ports/storage.ts';
import { documentsRepository } from './documents.repository.ts';

export const REMOVE_FILE_JOB = 'fleet.remove-unused-file';

/** A use case that puts a file has committed, or failed, long before this. */
const PUT_IS_OVER_MS = MS_PER_HOUR;

const aboutFile = z.object({ key: z.string() });

/** The specification's area and name: users/<uid>/driverDocuments/<ISO timestamp>, with hyphens for colons. */
export function documentKey(uid: string, kind: DocumentKind, at: number, id: string): string {
  const timestamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  return `users/${uid}/driverDocuments/${timestamp}-${kind}-${id.slice(-12)}.webp`;
}

/** After the commit, and only if no row points to the file then. */
export const removeFileLater = (tx: Tx, key: string, runAt?: number): Promise<void> =>
  addJob(tx, REMOVE_FILE_JOB, { key }, runAt === undefined ? {} : { runAt });

export interface DocumentFilesDeps {
  db: Queries;
  clock: Clock;
  storage: Storage;
}

/**
 * Puts a file before the row that will point to it. Its removal is arranged first, in a transaction of its own,
 * so that a crash before the row is committed leaves nothing behind.
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
