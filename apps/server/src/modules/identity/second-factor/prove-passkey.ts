// Proves the second factor with a passkey: returns a challenge for the session, then verifies the signature over it.
import type { PasskeyAssertion, passkeyRequestOptions } from '@kerb/contract';
import { secondFactorLimits } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { z } from 'zod';
import type { Actor } from '../../../kit/index.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { presentRequestOptions } from './second-factor.presenter.ts';
import { type Passkey, secondFactorRepository } from './second-factor.repository.ts';

const purpose = 'passkey_proof';

export function createBeginPasskeyProof({ db, clock }: SecondFactorDeps) {
  return async function beginPasskeyProof(
    { uid, sessionId }: Actor,
    site: PasskeySite,
  ): Promise<z.input<typeof passkeyRequestOptions>> {
    const factors = secondFactorRepository(db);
    const known = await factors.passkeysOf(uid);
    if (known.length === 0) throw new DomainError('second_factor_missing');
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({ rpID: site.rpId });
    await factors.saveChallenge(sessionId, {
      purpose,
      challenge: options.challenge,
      expiresAt: clock.now() + secondFactorLimits.challengeMs,
    });
    return presentRequestOptions(options, known, site.rpId);
  };
}

/** The signature counter after the assertion; null when it does not match the challenge, the site or the key. */
async function counterAfter(
  assertion: PasskeyAssertion,
  { publicKey, credentialId, counter }: Passkey,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<number | null> {
  const { response, ...rest } = assertion;
  const { userHandle, ...answer } = response;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: {
      ...rest,
      clientExtensionResults: {},
      response: { ...answer, ...(userHandle === undefined ? {} : { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: false,
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/**
 * Returns the time of the proof. Throws `second_factor_expired` and `second_factor_wrong`. The challenge is used up by
 * any attempt.
 */
export function createProvePasskey(deps: SecondFactorDeps) {
  const { db, withTx, clock, onHappening } = deps;
  return async function provePasskey(
    { uid, sessionId }: Actor,
    assertion: PasskeyAssertion,
    site: PasskeySite,
  ): Promise<number> {
    const now = clock.now();
    const challenge = await withTx((tx) => secondFactorRepository(tx).takeChallenge(sessionId, purpose, now));
    if (challenge === null) throw new DomainError('second_factor_expired');
    const known = await secondFactorRepository(db).passkeysOf(uid);
    const passkey = known.find(({ credentialId }) => credentialId === assertion.id);
    const after = passkey ? await counterAfter(assertion, passkey, { challenge, site }) : null;
    if (passkey === undefined || after === null) {
      onHappening({ event: 'second_factor_failed', uid, factor: 'passkey' });
      throw new DomainError('second_factor_wrong');
    }
    await withTx(async (tx) => {
      const factors = secondFactorRepository(tx);
      // Two assertions with one counter value can mean a cloned key.
      if (!(await factors.countPasskeyUse(passkey.id, { before: passkey.counter, after, now })))
        throw new DomainError('second_factor_wrong');
      if (!(await factors.markProved(sessionId, now))) throw new DomainError('not_logged_in');
    });
    onHappening({ event: 'second_factor_proved', uid, factor: 'passkey' });
    return now;
  };
}
