// Remembers who changed what of a person: only the fields that differ, before and after.
import type { Clock, Ids, Tx } from '../../../kit/index.ts';
import { type AuditAction, type AuditFields, userAuditRepository } from './user-audit.repository.ts';

export interface AuditInput {
  /** Whose record was changed, and by whom. */
  uid: string;
  by: string;
  action: AuditAction;
  /** With the specification's field names; fields that are equal in both are left out. Never a secret. */
  before?: AuditFields;
  after?: AuditFields;
}

/** The fields of `one` whose value is another in `other`. */
function differing(one: AuditFields, other: AuditFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(one).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(other[field]),
    ),
  );
}

/** Writes the entry in the caller's transaction; an edit that changed nothing leaves none. */
export function createRecordAudit({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async function recordAudit(
    tx: Tx,
    { uid, by, action, before = {}, after = {} }: AuditInput,
  ): Promise<void> {
    const changed = { before: differing(before, after), after: differing(after, before) };
    const isEmpty = Object.keys({ ...changed.before, ...changed.after }).length === 0;
    if (action === 'edit' && isEmpty) return;
    await userAuditRepository(tx).add({ id: ids.next(), uid, by, at: clock.now(), action, ...changed });
  };
}
