// Adds an authenticator app in two steps: the session gets a secret, which is stored once the app's first code is
// correct.
import { secondFactorLimits } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { addFactor } from './add-factor.ts';
import { authenticatorUri, newAuthenticatorSecret, secretText, stepOfCode } from './authenticator-code.ts';
import { createSealer } from './seal-secret.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

const purpose = 'authenticator';

export function createBeginAuthenticator({ db, clock, secret, settings }: SecondFactorDeps) {
  const sealer = createSealer(secret);
  return async function beginAuthenticator({ uid, sessionId }: Actor) {
    const user = await usersRepository(db).find(uid);
    if (user === null) throw new DomainError('not_logged_in');
    const { appName } = await settings.get();
    const bytes = newAuthenticatorSecret();
    const expiresAt = clock.now() + secondFactorLimits.challengeMs;
    const challenge = sealer.seal(bytes, sessionId).toString('base64url');
    await secondFactorRepository(db).saveChallenge(sessionId, { purpose, challenge, expiresAt });
    const label = user.mobile || user.email || user.uid;
    return {
      secret: secretText(bytes),
      uri: authenticatorUri(bytes, { issuer: appName, label }),
      expiresAt,
    };
  };
}

/**
 * Throws `second_factor_expired` without a pending secret, and `second_factor_wrong` for a wrong code, after which the
 * secret stays valid.
 */
export function createConfirmAuthenticator(deps: SecondFactorDeps) {
  const { withTx, clock, secret, onHappening } = deps;
  const sealer = createSealer(secret);
  return async function confirmAuthenticator(actor: Actor, code: string): Promise<string[] | null> {
    const { uid, sessionId } = actor;
    const codes = await withTx(async (tx) => {
      const now = clock.now();
      const challenge = await secondFactorRepository(tx).takeChallenge(sessionId, purpose, now);
      const bytes = challenge && sealer.open(Buffer.from(challenge, 'base64url'), sessionId);
      if (!bytes) throw new DomainError('second_factor_expired');
      const step = stepOfCode(bytes, code, now);
      // Thrown inside the transaction, so that the rollback restores the secret and another code can be tried.
      if (step === null) throw new DomainError('second_factor_wrong');
      const sealedSecret = sealer.seal(bytes, uid);
      return addFactor(tx, {
        actor,
        now,
        secret,
        add: (factors) => factors.saveAuthenticator(uid, { sealedSecret, step, now }),
      });
    });
    onHappening({ event: 'second_factor_added', uid, factor: 'totp' });
    return codes;
  };
}
