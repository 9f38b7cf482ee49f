// An admin or fleet admin sets the last day on which a document is valid.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import { afterChange, auditedFields, type DocumentsDeps, lockManagedDriver } from './documents.deps.ts';
import { guardEdit } from './documents.policy.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';

/** Throws `not_found` and `demo_mode`. */
export function createSetDocumentExpiry(deps: DocumentsDeps) {
  const { withTx, settings, identity } = deps;
  return async function setDocumentExpiry(
    actor: Actor,
    id: string,
    expiresOn: string | null,
  ): Promise<DocumentRecord> {
    const current = await settings.get();
    return withTx(async (tx) => {
      const documents = documentsRepository(tx);
      const seen = await documents.find(id);
      if (seen === null) throw new DomainError('not_found');
      const driver = await lockManagedDriver(deps, tx, actor, seen.uid);
      // Read again under the driver's lock, because the document may have been replaced meanwhile.
      const before = await documents.find(id);
      if (before === null) throw new DomainError('not_found');
      guardEdit(actor, seen.uid, current);
      if (before.expiresOn === expiresOn) return before;
      await documents.setExpiry(id, expiresOn);
      const after = { ...before, expiresOn, remindedDays: null };
      await afterChange(deps, tx, driver, current.timezone);
      await identity.recordAudit(tx, {
        uid: seen.uid,
        by: actor.uid,
        action: 'document',
        before: auditedFields(before),
        after: auditedFields(after),
      });
      return after;
    });
  };
}
