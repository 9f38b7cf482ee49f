// Shared by the use cases of documents: dependencies, the locked driver, and the events of a change.
import { documentsValidUntil } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Actor,
  appendEvent,
  type Clock,
  type Ids,
  type Queries,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { Images } from '../../ports/images.ts';
import type { Storage } from '../../ports/storage.ts';
import type { DriverRecord, FleetApi } from '../fleet/index.ts';
import { type IdentityApi, managerTopics, userTopics } from '../identity/index.ts';
import type { DocumentLinks } from './document-links.ts';
import { mayUseDocuments } from './documents.policy.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';

export interface DocumentsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  images: Images;
  storage: Storage;
  links: DocumentLinks;
  fleet: Pick<FleetApi, 'findDriver' | 'lockDriver' | 'setDocumentsValidUntil'>;
  settings: { get(): Promise<Settings> };
  identity: Pick<IdentityApi, 'lockExisting' | 'recordAudit' | 'userOf' | 'approvedAmong'>;
}

/**
 * Returns the driver, locked until the transaction ends. Throws `not_found` for drivers of other fleets and deleted
 * drivers.
 */
export async function lockManagedDriver(
  { identity, fleet }: Pick<DocumentsDeps, 'identity' | 'fleet'>,
  tx: Tx,
  actor: Actor,
  uid: string,
): Promise<DriverRecord> {
  const known = await fleet.findDriver(tx, uid);
  const isOwn = actor.usertype === 'driver' && actor.uid === uid;
  if (known === null && !isOwn) throw new DomainError('not_found');
  if (!(await identity.lockExisting(tx, uid))) throw new DomainError('not_found');
  const driver = await fleet.lockDriver(tx, uid);
  if (!mayUseDocuments(actor, driver)) throw new DomainError('not_found');
  return driver;
}

/** Called in every transaction that changes a document: stores the expiry day and publishes the change. */
export async function afterChange(
  { fleet }: Pick<DocumentsDeps, 'fleet'>,
  tx: Tx,
  driver: DriverRecord,
  timezone: string,
): Promise<void> {
  const documents = documentsRepository(tx);
  const lastDays = (await documents.of(driver.uid)).map(({ expiresOn }) => expiresOn);
  await fleet.setDocumentsValidUntil(tx, driver.uid, documentsValidUntil(lastDays, timezone));
  const { uid, fleetadmin } = driver;
  await appendEvent(tx, { name: 'me.changed', topics: [userTopics.person(uid)], data: {} });
  await appendEvent(tx, { name: 'user.changed', topics: managerTopics(fleetadmin), data: { uid } });
}

/** The fields of a document in the audit trail; the picture is left out. */
export const auditedFields = (document: DocumentRecord | undefined): Record<string, unknown> =>
  document ? { [document.kind]: { uploadedAt: document.uploadedAt, expiresOn: document.expiresOn } } : {};
