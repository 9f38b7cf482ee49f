// Starts a social sign-in: stores what the provider's response must match, and returns the provider's URL.
import { createHash, randomBytes } from 'node:crypto';
import { ownPath } from '@kerb/domain/identity';
import type { Clock, WithTx } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { socialRepository } from './social.repository.ts';

export const socialSignInMs = 10 * 60_000;

/** Secret that binds the sign-in to one browser: a cookie contains it, and only its hash is stored. */
export const newBrowser = (): string => randomBytes(32).toString('base64url');
/** Whether the text has the form of a secret or state: 32 bytes in base64url. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);
export const hashBrowser = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export interface StartInput {
  browser: string;
  redirectUri: string;
  next: string;
  /** Uid of the user who connects the provider to their account; null for a sign-in. */
  linkUid: string | null;
}

/** Throws `unavailable` when the provider does not respond. */
export function createStartSocialSignIn({ withTx, clock }: { withTx: WithTx; clock: Clock }) {
  return async function startSocialSignIn(signIn: SocialSignIn, input: StartInput): Promise<URL> {
    const secrets = signIn.newSecrets();
    const address = await signIn.authorizationUrl(secrets, input.redirectUri);
    const now = clock.now();
    await withTx(async (tx) => {
      const pending = socialRepository(tx);
      await pending.removeExpired(now);
      await pending.begin(
        { secrets, next: ownPath(input.next), linkUid: input.linkUid },
        {
          provider: signIn.provider,
          browserHash: hashBrowser(input.browser),
          expiresAt: now + socialSignInMs,
        },
      );
    });
    return address;
  };
}
