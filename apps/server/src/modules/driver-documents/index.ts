// Entry point of driver documents: licences and vehicle papers with their expiry dates, and the licence picture that is
// uploaded before sign-up.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { documentsValidUntil } from '@kerb/domain/fleet';
import { addJob, type ServerModule, type Tx } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { createRemoveUnusedFile, documentKey, REMOVE_FILE_JOB, removeFileLater } from './document-files.ts';
import { createDocumentLinks } from './document-links.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import { presentDocuments } from './documents.presenter.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';
import { documentRoutes } from './documents.routes.ts';
import { createRemindDrivers, REMIND_JOB } from './remind-drivers.ts';
import {
  createRemoveOldLicenses,
  createSignUpLicenses,
  licenseRoutes,
  REMOVE_OLD_LICENSES_JOB,
  type SignUpLicenses,
} from './sign-up-licenses.ts';

export { rejectPastDay } from './set-document.ts';
export type { CopiedLicense, SignUpLicenses } from './sign-up-licenses.ts';

export interface DriverDocumentsModuleDeps extends Omit<DocumentsDeps, 'links'> {
  /** Key of the signatures of document links. */
  secret: string;
}

export interface DocumentExport {
  kind: DocumentKind;
  /** ms since the epoch */
  uploadedAt: number;
  expiresOn: string | null;
}

export type SeededDocument = Pick<DocumentRecord, 'id' | 'uid' | 'kind' | 'uploadedAt' | 'expiresOn'>;

export interface DriverDocumentsApi {
  /** The newest document of each kind, with links that expire; empty for users who are not drivers. */
  documentsOf(uid: string): Promise<DriverDocument[]>;
  /** For the data export: the documents without their pictures. */
  exportDocuments(uid: string): Promise<DocumentExport[]>;
  /** For a deleted driver: removes the rows now and their files after the commit. */
  eraseDocuments(tx: Tx, uid: string): Promise<void>;
  /** For seeds: adds documents that all show the same picture. Repeated after a crash, it replaces the files. */
  addSeededDocuments(tx: Tx, documents: readonly SeededDocument[], picture: StoredFile): Promise<void>;
  readonly licenses: SignUpLicenses;
}

const RECOMPUTE_EXPIRY_JOB = 'fleet.keep-document-ends';

/** Recomputes the stored expiry times of all drivers, because the end of a day depends on the operator's time zone. */
function createRecomputeExpiry({
  db,
  withTx,
  settings,
  fleet,
}: Pick<DocumentsDeps, 'db' | 'withTx' | 'settings' | 'fleet'>) {
  /** Reads the documents under the driver's lock, because they may have changed since the drivers were listed. */
  const recompute = (uid: string, timezone: string): Promise<void> =>
    withTx(async (tx) => {
      const driver = await fleet.lockDriver(tx, uid);
      const lastDays = (await documentsRepository(tx).of(uid)).map(({ expiresOn }) => expiresOn);
      const until = documentsValidUntil(lastDays, timezone);
      if (until !== driver.documentsValidUntil) await fleet.setDocumentsValidUntil(tx, uid, until);
    });

  return async function recomputeExpiry(): Promise<void> {
    const { timezone } = await settings.get();
    for (const uid of await documentsRepository(db).driversWithExpiry()) await recompute(uid, timezone);
  };
}

function createAddSeededDocuments({
  storage,
  settings,
  fleet,
}: Pick<DocumentsDeps, 'storage' | 'settings' | 'fleet'>): DriverDocumentsApi['addSeededDocuments'] {
  return async function addSeededDocuments(tx, documents, picture) {
    const { timezone } = await settings.get();
    for (const document of documents) {
      const storageKey = documentKey(document.uid, document.kind, document.uploadedAt, document.id);
      await storage.put(storageKey, picture);
      await documentsRepository(tx).insert(
        { ...document, storageKey, remindedDays: null },
        picture.contentType,
      );
    }
    for (const driver of new Set(documents.map(({ uid }) => uid))) {
      const lastDays = documents.filter(({ uid }) => uid === driver).map(({ expiresOn }) => expiresOn);
      await fleet.setDocumentsValidUntil(tx, driver, documentsValidUntil(lastDays, timezone));
    }
  };
}

export function createDriverDocumentsModule(
  given: DriverDocumentsModuleDeps,
): ServerModule & { api: DriverDocumentsApi } {
  const deps: DocumentsDeps = { ...given, links: createDocumentLinks(given) };
  const { db, withTx, fleet } = deps;
  return {
    api: {
      documentsOf: async (uid) => presentDocuments(deps, await documentsRepository(db).of(uid), true),
      async exportDocuments(uid) {
        const documents = await documentsRepository(db).of(uid);
        return documents.map(({ kind, uploadedAt, expiresOn }) => ({ kind, uploadedAt, expiresOn }));
      },
      async eraseDocuments(tx, uid) {
        for (const key of await documentsRepository(tx).removeOf(uid)) await removeFileLater(tx, key);
        await fleet.setDocumentsValidUntil(tx, uid, null);
      },
      addSeededDocuments: createAddSeededDocuments(deps),
      licenses: createSignUpLicenses(deps),
    },
    routes: [...documentRoutes(deps), ...licenseRoutes(deps)],
    jobs: {
      [REMOVE_FILE_JOB]: createRemoveUnusedFile(deps),
      [REMIND_JOB]: createRemindDrivers(deps),
      [RECOMPUTE_EXPIRY_JOB]: createRecomputeExpiry(deps),
      [REMOVE_OLD_LICENSES_JOB]: createRemoveOldLicenses(deps),
    },
    schedules: { [REMIND_JOB]: '7 * * * *', [REMOVE_OLD_LICENSES_JOB]: '23 * * * *' },
    subscribers: [
      {
        name: 'fleet.on-settings-changed',
        events: ['settings.changed'],
        handle: () => withTx((tx) => addJob(tx, RECOMPUTE_EXPIRY_JOB, {}, { jobKey: RECOMPUTE_EXPIRY_JOB })),
      },
    ],
  };
}
