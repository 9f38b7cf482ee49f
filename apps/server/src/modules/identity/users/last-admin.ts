// Guards the last approved admin of an installation: removing their role or approval is rejected.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import { adminsRepository } from './admins.repository.ts';

/**
 * To be called in a transaction that takes the role or the approval from an admin, before anything else is
 * locked. Throws `last_admin` when no other approved admin is left; two that meet here take turns, so that of
 * two last admins who leave at once one stays.
 */
export async function guardLastAdmin(tx: Tx, uid: string): Promise<void> {
  const admins = adminsRepository(tx);
  await admins.hold();
  if (!(await admins.isAnotherThan(uid))) throw new DomainError('last_admin');
}
