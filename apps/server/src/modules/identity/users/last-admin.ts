// Guards the last approved admin of an installation: removing their role or approval is rejected.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import { adminsRepository } from './admins.repository.ts';

/**
 * Must be called in a transaction that takes the role or the approval from an admin, before it locks anything else.
 * Throws `last_admin` when no other approved admin is left. Concurrent calls are serialised, so that two admins cannot
 * both leave.
 */
export async function guardLastAdmin(tx: Tx, uid: string): Promise<void> {
  const admins = adminsRepository(tx);
  await admins.lock();
  if (!(await admins.isAnotherThan(uid))) throw new DomainError('last_admin');
}
