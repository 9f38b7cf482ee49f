// Licence pictures uploaded before a driver signs up: stored for a day, and copied to the driver's documents by the
// sign-up that sends their URL.
import { type RegData, routes } from '@kerb/contract';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import { type BoundRoute, route, type Tx } from '../../kit/index.ts';
import type { DriverRecord } from '../fleet/index.ts';
import { createPutFile, documentKey, removeFileLater } from './document-files.ts';
import { afterChange, type DocumentsDeps } from './documents.deps.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';
import { DOCUMENT_EDGE } from './set-document.ts';

const LICENSE_RETENTION_MS = MS_PER_DAY;
export const REMOVE_OLD_LICENSES_JOB = 'fleet.remove-old-licenses';

/** A licence whose file is already in the driver's folder, before the driver's rows are written. */
export interface CopiedLicense {
  /** Id of the uploaded picture. */
  id: string;
  document: DocumentRecord;
  contentType: string;
}

export interface SignUpLicenses {
  /**
   * Throws `license_required` for a URL that is not an uploaded picture, and for a picture that was used or deleted.
   */
  copyLicense(
    uid: string,
    regData: Pick<RegData, 'licenseImage' | 'licenseExpiresOn'>,
  ): Promise<CopiedLicense>;
  /** Adds the copy as the new driver's licence. Throws `license_required` when another sign-up has used the picture. */
  attachLicense(tx: Tx, driver: DriverRecord, license: CopiedLicense, timezone: string): Promise<void>;
}

type UploadLicenseDeps = Pick<
  DocumentsDeps,
  'db' | 'withTx' | 'clock' | 'ids' | 'images' | 'storage' | 'links'
>;

/** Throws `image_unreadable` and `image_too_large`. */
function createUploadLicense({ db, clock, ids, images, storage, links }: UploadLicenseDeps) {
  return async function uploadLicense(bytes: Buffer): Promise<{ licenseImage: string; expiresAt: number }> {
    const file = await images.reencode(bytes, { maxEdge: DOCUMENT_EDGE });
    const id = ids.next();
    const storageKey = `signups/${id}.webp`;
    const { url, linkExpiresAt } = links.linkTo(id, LICENSE_RETENTION_MS);
    // The row is written before the file: after a crash in between, the daily clean-up finds the file through it.
    await documentsRepository(db).addLicense({ id, storageKey }, clock.now(), linkExpiresAt);
    await storage.put(storageKey, file);
    return { licenseImage: url, expiresAt: linkExpiresAt };
  };
}

export function licenseRoutes(deps: UploadLicenseDeps): BoundRoute[] {
  const uploadLicense = createUploadLicense(deps);
  return [
    route(routes.uploadSignupLicense, async ({ upload, reply }) => {
      reply.header('cache-control', 'no-store');
      return uploadLicense(upload.bytes);
    }),
  ];
}

/** Deletes the pictures that no sign-up used. */
export function createRemoveOldLicenses({ withTx, clock }: UploadLicenseDeps) {
  return function removeOldLicenses(): Promise<void> {
    return withTx(async (tx) => {
      const keys = await documentsRepository(tx).removeOldLicenses(clock.now());
      for (const key of keys) await removeFileLater(tx, key);
    });
  };
}

export function createSignUpLicenses(deps: DocumentsDeps): SignUpLicenses {
  const { db, clock, ids, storage, links } = deps;
  const putFile = createPutFile(deps);
  return {
    async copyLicense(uid, { licenseImage, licenseExpiresOn }) {
      const uploaded = links.read(licenseImage ?? '');
      const license = uploaded === null ? null : await documentsRepository(db).findLicense(uploaded);
      const file = license && (await storage.get(license.storageKey));
      if (!license || !file) throw new DomainError('license_required');
      const id = ids.next();
      const now = clock.now();
      const storageKey = documentKey(uid, 'licenseImage', now, id);
      await putFile(storageKey, file);
      const document: DocumentRecord = {
        id,
        uid,
        kind: 'licenseImage',
        storageKey,
        uploadedAt: now,
        expiresOn: licenseExpiresOn ?? null,
        remindedDays: null,
      };
      return { id: license.id, document, contentType: file.contentType };
    },
    async attachLicense(tx, driver, { id, document, contentType }, timezone) {
      const documents = documentsRepository(tx);
      const taken = await documents.takeLicense(id);
      if (taken === null) throw new DomainError('license_required');
      await documents.insert(document, contentType);
      await removeFileLater(tx, taken.storageKey);
      await afterChange(deps, tx, driver, timezone);
    },
  };
}
