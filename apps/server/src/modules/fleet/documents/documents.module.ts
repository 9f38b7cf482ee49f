// Everything of documents that the fleet hands on: routes, jobs, and what happens when the operator's zone changes.
import { validUntil } from '@kerb/domain/fleet';
import { addJob, type ServerModule, type Tx } from '../../../kit/index.ts';
import { createRemoveUnusedFile, REMOVE_FILE_JOB, removeFileLater } from './document-files.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import { documentsRepository } from './documents.repository.ts';
import { documentRoutes } from './documents.routes.ts';
import { createRemindDrivers, REMIND_JOB } from './remind-drivers.ts';

const KEEP_ENDS_JOB = 'fleet.keep-document-ends';

/** A day ends at another moment in another zone. */
function createKeepEnds({ db, settings }: Pick<DocumentsDeps, 'db' | 'settings'>) {
  return async (): Promise<void> => {
    const { timezone } = await settings.get();
    const documents = documentsRepository(db);
    for (const { uid, expiresOn } of await documents.lastDays())
      await documents.setValidUntil(uid, validUntil(expiresOn, timezone));
  };
}

export function createDocuments(deps: DocumentsDeps): ServerModule {
  return {
    routes: documentRoutes(deps),
    jobs: {
      [REMOVE_FILE_JOB]: createRemoveUnusedFile(deps),
      [REMIND_JOB]: createRemindDrivers(deps),
      [KEEP_ENDS_JOB]: createKeepEnds(deps),
    },
    schedules: { [REMIND_JOB]: '7 * * * *' },
    subscribers: [
      {
        name: 'fleet.on-settings-changed',
        events: ['settings.changed'],
        handle: () => deps.withTx((tx) => addJob(tx, KEEP_ENDS_JOB, {}, { jobKey: KEEP_ENDS_JOB })),
      },
    ],
  };
}

/** Of a deleted driver nothing stays: the rows go now, their files after the commit. */
export async function eraseDocuments(tx: Tx, uid: string): Promise<void> {
  const documents = documentsRepository(tx);
  for (const key of await documents.removeOf(uid)) await removeFileLater(tx, key);
  await documents.setValidUntil(uid, null);
}
