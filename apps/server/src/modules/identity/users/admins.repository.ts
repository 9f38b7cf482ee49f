// SQL that counts admins, with a lock against concurrent changes.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { UsersTable } from './users.repository.ts';

export const adminsRepository = (queries: Queries) => {
  const db = queries.withTables<{ users: UsersTable }>();
  const admins = () =>
    db.selectFrom('users').select('uid').where('usertype', '=', 'admin').where('deleted_at', 'is', null);
  return {
    /** Serialises transactions that add or remove admins until the transaction ends. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('identity:admins', 0))`.execute(db);
    },

    /** Whether there is an admin, approved or not. */
    async exist(): Promise<boolean> {
      return (await admins().limit(1).executeTakeFirst()) !== undefined;
    },

    /** Whether there is another approved admin besides this user. */
    async isAnotherThan(uid: string): Promise<boolean> {
      const other = await admins()
        .where('approved', '=', true)
        .where('uid', '<>', uid)
        .limit(1)
        .executeTakeFirst();
      return other !== undefined;
    },
  };
};
