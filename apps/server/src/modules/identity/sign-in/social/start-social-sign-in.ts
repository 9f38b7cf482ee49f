// Starts a social sign-in: stores what the provider's response has to match, and returns the provider's URL.
import { createHash, randomBytes } from 'node:crypto';
import { ownPath } from '@kerb/domain/identity';
import type { Clock, WithTx } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { socialRepository } from './social.repository.ts';

export const socialSignInMs = 10 * 60_000;

/** The secret that binds the sign-in to one browser: its cookie holds it, and only its hash is stored. */
export const newBrowser = (): string => randomBytes(32).toString('base64url');
/** 32 random bytes as base64url, which a browser's secret and a state both are. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);
export const hashBrowser = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export interface StartInput {
  browser: string;
  redirectUri: string;
  next: string;
  /** Who connects the provider to their own account; null for a sign-in. */
  linkUid: string | null;
}

/** Throws `unavailable` when the provider does not answer. */
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
