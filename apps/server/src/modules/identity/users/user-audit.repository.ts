// SQL of the audit trail: changes made by admins to users, newest first.
import type { AuditEntry } from '@kerb/contract';
import { type JSONColumnType, sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { UsersTable } from './users.repository.ts';

export type AuditAction = AuditEntry['action'];
export type AuditFields = Readonly<Record<string, unknown>>;

export interface AuditRow {
  id: string;
  at: number;
  by: string;
  byFirstName: string;
  byLastName: string;
  action: AuditAction;
  before: AuditFields;
  after: AuditFields;
}

type AuditTables = {
  user_audit_entries: {
    id: string;
    uid: string;
    by: string;
    at: number;
    action: AuditAction;
    before: JSONColumnType<Record<string, unknown>>;
    after: JSONColumnType<Record<string, unknown>>;
  };
  users: UsersTable;
};

export const userAuditRepository = (queries: Queries) => {
  const db = queries.withTables<AuditTables>();
  return {
    async add(entry: {
      id: string;
      uid: string;
      by: string;
      at: number;
      action: AuditAction;
      before: AuditFields;
      after: AuditFields;
    }): Promise<void> {
      await db
        .insertInto('user_audit_entries')
        .values({ ...entry, before: JSON.stringify(entry.before), after: JSON.stringify(entry.after) })
        .execute();
    },

    /** Newest first; `before` is the id of the last entry of the previous page. */
    async of(uid: string, page: { limit: number; before?: string | undefined }): Promise<AuditRow[]> {
      return db
        .selectFrom('user_audit_entries')
        .innerJoin('users', 'users.uid', 'user_audit_entries.by')
        .select([
          'user_audit_entries.id',
          'user_audit_entries.at',
          'user_audit_entries.by',
          'users.first_name as byFirstName',
          'users.last_name as byLastName',
          'user_audit_entries.action',
          'user_audit_entries.before',
          'user_audit_entries.after',
        ])
        .where('user_audit_entries.uid', '=', uid)
        .$if(page.before !== undefined, (query) =>
          query.where('user_audit_entries.id', '<', page.before ?? ''),
        )
        .orderBy('user_audit_entries.id', 'desc')
        .limit(page.limit)
        .execute();
    },

    /** The newest approval of an account, with the fields before it; null without one. */
    async lastApproval(uid: string): Promise<{ at: number; before: AuditFields } | null> {
      const row = await db
        .selectFrom('user_audit_entries')
        .select(['at', 'before'])
        .where('uid', '=', uid)
        .where('action', 'in', ['approve', 'enable'])
        // Excludes approvals of a changed vehicle, whose entries have no `review`.
        .where(sql<boolean>`before ? 'review'`)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** For a deleted user: removes the values and leaves the names of the changed fields. */
    async forgetValues(uid: string): Promise<void> {
      const keysOf = (column: 'before' | 'after') => sql<string>`coalesce(
        (select jsonb_object_agg(key, null) from jsonb_object_keys(${sql.ref(column)}) as key), '{}')`;
      await db
        .updateTable('user_audit_entries')
        .set({ before: keysOf('before'), after: keysOf('after') })
        .where('uid', '=', uid)
        .execute();
    },
  };
};
