// What adding any factor has in common: who may add one, the proof that it is for the session, and the first recovery codes.
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
 * Runs `add` while the person's row is locked. Returns new recovery codes where the person has none, else
 * null. Throws `needs_second_factor` for a session that was to set the first factor up when another one has done so.
 */
export async function addFactor(tx: Tx, { actor, now, secret, add }: AddFactor): Promise<string[] | null> {
  const { uid, sessionId } = actor;
  const factors = secondFactorRepository(tx);
  if ((await usersRepository(tx).findForUpdate(uid)) === null) throw new DomainError('not_logged_in');
  if (actor.secondFactor?.pending === 'setup' && (await factors.isSetUp(uid)))
    throw new DomainError('needs_second_factor');
  await add(factors);
  // The new factor was just shown, which proves it.
  if (!(await factors.markProved(sessionId, now))) throw new DomainError('not_logged_in');
  if ((await factors.countRecoveryCodes(uid)) > 0) return null;
  const codes = newRecoveryCodes();
  await factors.replaceRecoveryCodes(
    uid,
    codes.map((code) => hashRecoveryCode(secret, uid, code)),
  );
  return codes;
}
