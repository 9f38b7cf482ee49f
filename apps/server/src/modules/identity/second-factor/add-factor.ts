// Common steps of adding any second factor: permission, marking the session as proved, and the first recovery codes.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { type SecondFactorRepository, secondFactorRepository } from './second-factor.repository.ts';

interface AddFactor {
  actor: Actor;
  now: number;
  secret: string;
  add: (factors: SecondFactorRepository) => Promise<void>;
}

/**
 * Runs `add` while the user's row is locked. Returns new recovery codes when the user has none, otherwise null. Throws
 * `needs_second_factor` for a session that is setting up the first factor when another session has added one meanwhile.
 */
export async function addFactor(tx: Tx, { actor, now, secret, add }: AddFactor): Promise<string[] | null> {
  const { uid, sessionId } = actor;
  const factors = secondFactorRepository(tx);
  if ((await usersRepository(tx).findForUpdate(uid)) === null) throw new DomainError('not_logged_in');
  if (actor.secondFactor?.pending === 'setup' && (await factors.isSetUp(uid)))
    throw new DomainError('needs_second_factor');
  await add(factors);
  // Adding the factor proved it for this session.
  if (!(await factors.markProved(sessionId, now))) throw new DomainError('not_logged_in');
  if ((await factors.countRecoveryCodes(uid)) > 0) return null;
  const codes = newRecoveryCodes();
  await factors.replaceRecoveryCodes(
    uid,
    codes.map((code) => hashRecoveryCode(secret, uid, code)),
  );
  return codes;
}
