// Adds a passkey: returns options with a challenge for the session, then verifies the credential that the browser
// created.
import type { PasskeyRegistration, passkeyCreationOptions } from '@kerb/contract';
import { fullNameOf, secondFactorLimits } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { z } from 'zod';
import type { Actor } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { addFactor } from './add-factor.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { presentCreationOptions } from './second-factor.presenter.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

const purpose = 'passkey_registration';
/** COSE numbers of EdDSA, ES256 and RS256; every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

export function createBeginPasskey({ db, clock, settings }: SecondFactorDeps) {
  return async function beginPasskey(
    { uid, sessionId }: Actor,
    site: PasskeySite,
  ): Promise<z.input<typeof passkeyCreationOptions>> {
    const user = await usersRepository(db).find(uid);
    if (user === null) throw new DomainError('not_logged_in');
    const factors = secondFactorRepository(db);
    const known = await factors.passkeysOf(uid);
    if (known.length >= secondFactorLimits.passkeys) throw new DomainError('too_many_passkeys');
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: (await settings.get()).appName,
      rpID: site.rpId,
      userID: new TextEncoder().encode(uid),
      userName: user.mobile || user.email || uid,
      userDisplayName: fullNameOf(user),
      timeout: secondFactorLimits.challengeMs,
      supportedAlgorithmIDs: algorithms,
    });
    await factors.saveChallenge(sessionId, {
      purpose,
      challenge: options.challenge,
      expiresAt: clock.now() + secondFactorLimits.challengeMs,
    });
    return presentCreationOptions(options, known, site.rpId);
  };
}

/** Null when the response does not match the challenge and the site. */
async function verified(passkey: PasskeyRegistration, challenge: string, { rpId, origin }: PasskeySite) {
  const { response, ...rest } = passkey;
  const { transports, ...answer } = response;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verifyRegistrationResponse({
    response: {
      ...rest,
      clientExtensionResults: {},
      response: { ...answer, ...(transports ? { transports } : {}) },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    // The session already proved the SMS code; the passkey is the second factor.
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  return result?.verified ? result.registrationInfo.credential : null;
}

/**
 * Throws `second_factor_expired`, `second_factor_wrong`, `passkey_known` and `too_many_passkeys`. The challenge is used
 * up by any attempt.
 */
export function createAddPasskey(deps: SecondFactorDeps) {
  const { withTx, clock, ids, secret, onHappening } = deps;
  return async function addPasskey(
    actor: Actor,
    { name, passkey }: { name: string; passkey: PasskeyRegistration },
    site: PasskeySite,
  ): Promise<string[] | null> {
    const { uid, sessionId } = actor;
    const now = clock.now();
    const challenge = await withTx((tx) => secondFactorRepository(tx).takeChallenge(sessionId, purpose, now));
    if (challenge === null) throw new DomainError('second_factor_expired');
    const credential = await verified(passkey, challenge, site);
    if (credential === null) throw new DomainError('second_factor_wrong');
    const row = {
      id: ids.next(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      addedAt: now,
    };
    const codes = await withTx((tx) =>
      addFactor(tx, {
        actor,
        now,
        secret,
        async add(factors) {
          const { length } = await factors.passkeysOf(uid);
          if (length >= secondFactorLimits.passkeys) throw new DomainError('too_many_passkeys');
          if (!(await factors.addPasskey(uid, row))) throw new DomainError('passkey_known');
        },
      }),
    );
    onHappening({ event: 'second_factor_added', uid, factor: 'passkey' });
    return codes;
  };
}
