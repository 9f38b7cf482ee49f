// Passkeys in this browser: creating one and proving with one. Loaded with the first screen that shows a second factor.
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

/** What the browser itself refused, as the key of its text; null for what the server says. */
export function browserProblem(error: unknown): 'passkey_known' | 'passkey_cancelled' | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'passkey_known';
  return error instanceof WebAuthnError || error instanceof DOMException || isNotAllowed(error)
    ? 'passkey_cancelled'
    : null;
}

const isNotAllowed = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';

/** New recovery codes where the person had none. */
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
