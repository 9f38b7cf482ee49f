// Sign in with Apple: OpenID with a client secret that is signed for each call, and an answer posted by Apple's page.
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import type { SocialSignIn } from '../../../ports/social.ts';
import { createOpenIdSignIn } from '../openid-sign-in.ts';

export interface AppleOptions {
  /** Apple's services id, used as the client id. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** Private key from the .p8 file: PEM, PKCS#8, P-256. */
  privateKey: string;
  issuer?: string | undefined;
  clock: Clock;
}

const ISSUER = 'https://appleid.apple.com';
const SECRET_VALID_SECONDS = 5 * 60;

/** The client secret: an ES256 JWT signed for each call. Throws when the key is not on P-256. */
function signClientSecret(options: AppleOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, issuer = ISSUER, clock } = options;
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + SECRET_VALID_SECONDS)
    .sign(createPrivateKey(privateKey));
}

const userSchema = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
});

/**
 * Reads the name, which Apple sends only in the first answer, unsigned and outside the ID token. It is as unreliable as
 * a name typed by the user.
 */
export function appleName(answer: URLSearchParams): { firstName?: string; lastName?: string } {
  try {
    const { firstName, lastName } = userSchema.parse(JSON.parse(answer.get('user') ?? '{}')).name ?? {};
    return { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) };
  } catch {
    return {};
  }
}

export function createAppleSignIn(options: AppleOptions): SocialSignIn {
  return createOpenIdSignIn({
    provider: 'apple',
    issuer: options.issuer ?? ISSUER,
    clientId: options.clientId,
    authentication: async (_server, { client_id }, body) => {
      body.set('client_id', client_id);
      body.set('client_secret', await signClientSecret(options));
    },
    scope: 'openid name email',
    // Apple sends name and e-mail only when the answer is posted as a form.
    extraParameters: { response_mode: 'form_post' },
    answersByPost: true,
    readNames: appleName,
  });
}
