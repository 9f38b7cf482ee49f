// Presents second factors, field by field; secrets, keys and hashes are never returned.
import type { passkeyCreationOptions, passkeyRequestOptions, SecondFactorView } from '@kerb/contract';
import { secondFactorLimits } from '@kerb/domain/identity';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Actor } from '../../../kit/index.ts';
import type { Authenticator, Passkey } from './second-factor.repository.ts';

export interface OwnFactors {
  passkeys: readonly Passkey[];
  authenticator: Authenticator | null;
  recoveryCodesLeft: number;
}

export function presentSecondFactor(
  { passkeys, authenticator, recoveryCodesLeft }: OwnFactors,
  { actor, passkeysOffered }: { actor: Actor; passkeysOffered: boolean },
): SecondFactorView {
  return {
    required: actor.secondFactor !== undefined,
    pending: actor.secondFactor?.pending ?? null,
    passkeysOffered,
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({ id, name, addedAt, lastUsedAt })),
    authenticator: authenticator && {
      addedAt: authenticator.addedAt,
      lastUsedAt: authenticator.lastUsedAt,
    },
    recoveryCodesLeft,
  };
}

/** Transports of the contract; unknown transports of newer browsers are dropped. */
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const presentCredential = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: transports.flatMap((name) => transport.safeParse(name).data ?? []),
});

export function presentCreationOptions(
  options: PublicKeyCredentialCreationOptionsJSON,
  known: readonly Passkey[],
  rpId: string,
): z.input<typeof passkeyCreationOptions> {
  return {
    rp: { id: rpId, name: options.rp.name },
    user: { id: options.user.id, name: options.user.name, displayName: options.user.displayName },
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: secondFactorLimits.challengeMs,
    excludeCredentials: known.map(presentCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

export function presentRequestOptions(
  options: PublicKeyCredentialRequestOptionsJSON,
  known: readonly Passkey[],
  rpId: string,
): z.input<typeof passkeyRequestOptions> {
  return {
    rpId,
    challenge: options.challenge,
    timeout: secondFactorLimits.challengeMs,
    allowCredentials: known.map(presentCredential),
    userVerification: 'preferred',
  };
}
