// Records changes of a user: the fields that differ, with their values before and after.
import type { Clock, Ids, Tx } from '../../../kit/index.ts';
import { type AuditAction, type AuditFields, userAuditRepository } from './user-audit.repository.ts';

export interface AuditInput {
  /** The changed user, and the user who changed them. */
  uid: string;
  by: string;
  action: AuditAction;
  /** By the field names of the specification; equal fields are left out. Must not contain secrets. */
  before?: AuditFields;
  after?: AuditFields;
}

/** The fields of `one` that have another value in `other`. */
function differing(one: AuditFields, other: AuditFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(one).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(other[field]),
    ),
  );
}

/** Writes the entry in the caller's transaction; an edit without changes writes no entry. */
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
