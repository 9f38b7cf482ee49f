// What the use cases of documents share: who may, what is told, and the day on which the driver's papers end.
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
} from '../../../kit/index.ts';
import type { Images } from '../../../ports/images.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type IdentityApi, managerTopics, peopleTopics } from '../../identity/index.ts';
import { type DriverRecord, driversRepository } from '../drivers.repository.ts';
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
  settings: { get(): Promise<Settings> };
  identity: Pick<IdentityApi, 'holdPresent' | 'recordAudit' | 'userOf' | 'approvedAmong'>;
}

/** The driver, held until the transaction ends. Throws `not_found` for others' drivers and deleted ones. */
export async function holdDriver(
  { identity }: Pick<DocumentsDeps, 'identity'>,
  tx: Tx,
  actor: Actor,
  uid: string,
): Promise<DriverRecord> {
  const drivers = driversRepository(tx);
  const known = await drivers.find(uid);
  const isOwn = actor.usertype === 'driver' && actor.uid === uid;
  if (known === null && !isOwn) throw new DomainError('not_found');
  if (!(await identity.holdPresent(tx, uid))) throw new DomainError('not_found');
  const driver = await drivers.hold(uid);
  if (!mayUseDocuments(actor, driver)) throw new DomainError('not_found');
  return driver;
}

/** Called in every transaction that changes a document: writes when the papers end, and tells who looks. */
export async function afterChange(tx: Tx, driver: DriverRecord, timezone: string): Promise<void> {
  const documents = documentsRepository(tx);
  const lastDays = (await documents.of(driver.uid)).map(({ expiresOn }) => expiresOn);
  await documents.setValidUntil(driver.uid, documentsValidUntil(lastDays, timezone));
  const { uid, fleetadmin } = driver;
  await appendEvent(tx, { name: 'me.changed', topics: [peopleTopics.person(uid)], data: {} });
  await appendEvent(tx, { name: 'user.changed', topics: managerTopics(fleetadmin), data: { uid } });
}

/** What the audit keeps of a document: never the picture. */
export const auditedFields = (document: DocumentRecord | undefined): Record<string, unknown> =>
  document ? { [document.kind]: { uploadedAt: document.uploadedAt, expiresOn: document.expiresOn } } : {};
