// What admins changed of a person, as the person may read it: everything but which admin it was.
import type { Queries } from '../../../kit/index.ts';

export interface AuditedChange {
  /** ms since the epoch */
  at: number;
  action: string;
  before: unknown;
  after: unknown;
}

type AuditTables = {
  user_audit: { id: string; uid: string; at: number; action: string; before: unknown; after: unknown };
};

/** Oldest first. */
export const auditOf =
  (db: Queries) =>
  (uid: string): Promise<AuditedChange[]> =>
    db
      .withTables<AuditTables>()
      .selectFrom('user_audit')
      .select(['at', 'action', 'before', 'after'])
      .where('uid', '=', uid)
      .orderBy('id')
      .execute();
