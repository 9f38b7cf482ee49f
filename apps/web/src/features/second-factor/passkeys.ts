// Creates passkeys in this browser and authenticates with them. Loaded with the first screen that needs a second
// factor.
import type { SecondFactorView } from '@kerb/contract';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { client } from '../../lib/store.ts';

export const canUsePasskeys = ({ passkeysOffered }: Pick<SecondFactorView, 'passkeysOffered'>): boolean =>
  passkeysOffered && browserSupportsWebAuthn();

/** Language key for an error of the browser; null for an error of the server. */
export function browserProblem(error: unknown): 'passkey_known' | 'passkey_cancelled' | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'passkey_known';
  return error instanceof WebAuthnError || error instanceof DOMException || isNotAllowed(error)
    ? 'passkey_cancelled'
    : null;
}

const isNotAllowed = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';

/** Returns recovery codes for the first factor of a user, otherwise null. */
export async function createPasskey(name: string): Promise<string[] | null> {
  const optionsJSON = await client.beginPasskey({ body: {} });
  const passkey = await startRegistration({ optionsJSON });
  const { recoveryCodes } = await client.addPasskey({ body: { name, passkey } });
  return recoveryCodes;
}

export async function provePasskey(): Promise<void> {
  const optionsJSON = await client.beginPasskeyProof({ body: {} });
  const passkey = await startAuthentication({ optionsJSON });
  await client.proveSecondFactor({ body: { passkey } });
}
