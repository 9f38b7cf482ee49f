// Uploads a driver's document, which replaces the previous one of its kind.
import type { DocumentKind } from '@kerb/contract';
import { hasRunOut, validUntil } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { createPutFile, documentKey, removeFileLater } from './document-files.ts';
import { afterChange, auditedFields, type DocumentsDeps, lockManagedDriver } from './documents.deps.ts';
import { guardEdit, mayUseDocuments } from './documents.policy.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';

/** Longest edge in pixels: small print stays readable. */
export const DOCUMENT_EDGE = 2000;

export interface UploadedDocument {
  uid: string;
  kind: DocumentKind;
  bytes: Buffer;
  /** Omitted: keeps the expiry of the replaced document, so that an expired document does not become valid. */
  expiresOn?: string | undefined;
}

/** Throws `invalid_input` for an expiry day in the past. */
export function rejectPastDay(
  path: string,
  expiresOn: string | undefined,
  { now, timezone }: { now: number; timezone: string },
): void {
  if (expiresOn === undefined || !hasRunOut(validUntil(expiresOn, timezone), now)) return;
  throw new DomainError('invalid_input', undefined, [{ path, message: 'This day is over' }]);
}

/**
 * Throws `not_found` for a driver the caller may not see, `demo_mode`, `image_unreadable`, `image_too_large`, and
 * `invalid_input` when a driver uploads an expired document.
 */
export function createSetDocument(deps: DocumentsDeps) {
  const { db, withTx, clock, ids, images, settings, identity, fleet } = deps;
  const putFile = createPutFile(deps);

  async function replace(tx: Tx, actor: Actor, next: DocumentRecord, file: StoredFile, timezone: string) {
    const driver = await lockManagedDriver(deps, tx, actor, next.uid);
    const documents = documentsRepository(tx);
    const last = (await documents.of(next.uid)).find(({ kind }) => kind === next.kind);
    if (last) {
      await documents.remove(last.id);
      await removeFileLater(tx, last.storageKey);
    }
    const end = next.expiresOn === null && last ? pickEnd(last) : {};
    const document = { ...next, ...end };
    await documents.insert(document, file.contentType);
    await afterChange(deps, tx, driver, timezone);
    // Also for drivers' own uploads: an upload may end an expiry, and the replaced picture is deleted.
    await identity.recordAudit(tx, {
      uid: next.uid,
      by: actor.uid,
      action: 'document',
      before: auditedFields(last),
      after: auditedFields(document),
    });
  }

  return async function setDocument(
    actor: Actor,
    { uid, kind, bytes, expiresOn }: UploadedDocument,
  ): Promise<void> {
    const current = await settings.get();
    const driver = await fleet.findDriver(db, uid);
    if (driver ? !mayUseDocuments(actor, driver) : actor.uid !== uid) throw new DomainError('not_found');
    guardEdit(actor, uid, current);
    const now = clock.now();
    if (actor.uid === uid) rejectPastDay('expiresOn', expiresOn, { now, timezone: current.timezone });
    const file = await images.reencode(bytes, { maxEdge: DOCUMENT_EDGE });
    const id = ids.next();
    const storageKey = documentKey(uid, kind, now, id);
    await putFile(storageKey, file);
    const next: DocumentRecord = {
      id,
      uid,
      kind,
      storageKey,
      uploadedAt: now,
      expiresOn: expiresOn ?? null,
      remindedDays: null,
    };
    await withTx((tx) => replace(tx, actor, next, file, current.timezone));
  };
}

const pickEnd = ({ expiresOn, remindedDays }: DocumentRecord) => ({ expiresOn, remindedDays });
