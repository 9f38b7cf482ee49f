// Removes a passkey or the authenticator app, and makes new recovery codes.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { FactorKind, SecondFactorDeps } from './second-factor.deps.ts';
import { secondFactorPolicy } from './second-factor.policy.ts';
import { type SecondFactorRepository, secondFactorRepository } from './second-factor.repository.ts';

/** Throws `not_found` for an unknown factor, and `last_second_factor` while the role requires one. */
function createRemove<Which>(
  { withTx, onHappening }: SecondFactorDeps,
  factor: FactorKind,
  remove: (factors: SecondFactorRepository, uid: string, which: Which) => Promise<boolean>,
) {
  return async function removeFactor(actor: Actor, which: Which): Promise<void> {
    const { uid } = actor;
    await withTx(async (tx: Tx) => {
      const factors = secondFactorRepository(tx);
      await usersRepository(tx).findForUpdate(uid);
      if (!(await remove(factors, uid, which))) throw new DomainError('not_found');
      const isLast = !(await factors.isSetUp(uid));
      if (!isLast) return;
      secondFactorPolicy.removeLast(actor);
      // Marks all sessions as not proved, in case the operator requires a second factor again.
      await factors.removeAll(uid);
    });
    onHappening({ event: 'second_factor_removed', uid, factor });
  };
}

export const createRemovePasskey = (deps: SecondFactorDeps) =>
  createRemove<string>(deps, 'passkey', (factors, uid, id) => factors.removePasskey(uid, id));

export const createRemoveAuthenticator = (deps: SecondFactorDeps) =>
  createRemove<void>(deps, 'totp', (factors, uid) => factors.removeAuthenticator(uid));

/** Replaces all recovery codes. Throws `second_factor_missing` for a user without a factor. */
export function createRenewRecoveryCodes({ withTx, secret }: SecondFactorDeps) {
  return async function renewRecoveryCodes({ uid }: Actor): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(secret, uid, code));
    await withTx(async (tx) => {
      const factors = secondFactorRepository(tx);
      await usersRepository(tx).findForUpdate(uid);
      if (!(await factors.isSetUp(uid))) throw new DomainError('second_factor_missing');
      await factors.replaceRecoveryCodes(uid, hashes);
    });
    return codes;
  };
}
