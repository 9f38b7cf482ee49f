// Somebody about to sign up as a driver hands in the licence's picture: kept for a day, opened and used by its URL.
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { removeFileLater } from '../documents/document-files.ts';
import type { DocumentsDeps } from '../documents/documents.deps.ts';
import { documentsRepository } from '../documents/documents.repository.ts';
import { DOCUMENT_EDGE } from '../documents/set-document.ts';

export const LICENSE_KEPT_MS = MS_PER_DAY;
export const REMOVE_OLD_LICENSES_JOB = 'fleet.remove-old-licenses';

type UploadLicenseDeps = Pick<
  DocumentsDeps,
  'db' | 'withTx' | 'clock' | 'ids' | 'images' | 'storage' | 'links'
>;

/** Throws `image_unreadable` and `image_too_large`. */
export function createUploadLicense({ db, clock, ids, images, storage, links }: UploadLicenseDeps) {
  return async (bytes: Buffer): Promise<{ licenseImage: string; expiresAt: number }> => {
    const file = await images.reencode(bytes, { maxEdge: DOCUMENT_EDGE });
    const id = ids.next();
    const storageKey = `signups/${id}.webp`;
    const { url, linkExpiresAt } = links.linkTo(id, LICENSE_KEPT_MS);
    // The row first: whatever happens between the two, the day's sweep finds the file by it.
    await documentsRepository(db).addLicense({ id, storageKey }, clock.now(), linkExpiresAt);
    await storage.put(storageKey, file);
    return { licenseImage: url, expiresAt: linkExpiresAt };
  };
}

/** Throws away the pictures with which nobody signed up. */
export function createRemoveOldLicenses({ withTx, clock }: UploadLicenseDeps) {
  return (): Promise<void> =>
    withTx(async (tx) => {
      const keys = await documentsRepository(tx).removeOldLicenses(clock.now());
      for (const key of keys) await removeFileLater(tx, key);
    });
}
