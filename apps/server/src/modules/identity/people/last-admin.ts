// The installation always keeps one approved admin: whoever would take the last one away is refused.
import { DomainError } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Tx } from '../../../kit/index.ts';
import type { UsersTable } from './users.repository.ts';

/** Whoever makes or takes away an admin waits for the others who do, until the transaction ends. */
export async function holdAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity:admins', 0))`.execute(tx);
}

/**
 * To be called in a transaction that takes the role or the approval from an admin, before anything else is
 * locked. Throws `last_admin` when no other approved admin is left; two that meet here take turns, so that of
 * two last admins who leave at once one stays.
 */
export async function guardLastAdmin(tx: Tx, uid: string): Promise<void> {
  await holdAdmins(tx);
  const db = tx.withTables<{ users: UsersTable }>();
  const other = await db
    .selectFrom('users')
    .select('uid')
    .where('usertype', '=', 'admin')
    .where('approved', '=', true)
    .where('deleted_at', 'is', null)
    .where('uid', '<>', uid)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw new DomainError('last_admin');
}
