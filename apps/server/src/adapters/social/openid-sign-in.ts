// Sign-in at an OpenID provider: authorization code with PKCE, state and nonce; user data is read from the ID token.
import type { SocialProvider } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import * as client from 'openid-client';
import { z } from 'zod';
import type { SocialPerson, SocialSecrets, SocialSignIn } from '../../ports/social.ts';
import { socialPerson } from './social-person.ts';

export interface OpenIdOptions {
  provider: SocialProvider;
  issuer: string;
  clientId: string;
  /** How this client authenticates to the provider; a string is its client secret. */
  authentication: string | client.ClientAuth;
  scope: string;
  /** Parameters that only this provider uses. */
  extraParameters?: Readonly<Record<string, string>>;
  answersByPost?: boolean;
  /** Reads names that the provider sends in its answer in addition to the ID token. */
  readNames?: (answer: URLSearchParams) => Partial<Pick<SocialPerson, 'firstName' | 'lastName'>>;
}

const TIMEOUT_SECONDS = 10;

const text = z.string().catch('');
/** Apple sends the text "true" instead of a boolean. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .catch(false);
const claimsSchema = z.looseObject({
  sub: z.string(),
  email: text,
  email_verified: flag,
  phone_number: text,
  phone_number_verified: flag,
  given_name: text,
  family_name: text,
});

export const newSocialSecrets = (): SocialSecrets => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
});

/** Maps a provider that does not answer to `unavailable`, and an invalid answer to `auth_error`. */
export function toSocialError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const isAway =
    error instanceof Error &&
    (['TimeoutError', 'AbortError'].includes(error.name) ||
      (error instanceof TypeError && error.message === 'fetch failed') ||
      (error.cause instanceof Error && ['TimeoutError', 'AbortError'].includes(error.cause.name)));
  return Object.assign(new DomainError(isAway ? 'unavailable' : 'auth_error'), { cause: error });
}

function personOf(claims: unknown, readNames: Partial<SocialPerson>): SocialPerson {
  const { sub, email, email_verified, phone_number, phone_number_verified, ...names } =
    claimsSchema.parse(claims);
  return socialPerson({
    subject: sub,
    email,
    emailVerified: email_verified,
    mobile: phone_number_verified ? phone_number : '',
    firstName: readNames.firstName ?? names.given_name,
    lastName: readNames.lastName ?? names.family_name,
  });
}

export function createOpenIdSignIn(options: OpenIdOptions): SocialSignIn {
  const { provider, issuer, clientId, authentication, scope, answersByPost = false } = options;
  const isHttp = issuer.startsWith('http:');
  let discovered: Promise<client.Configuration> | undefined;

  /** Discovered at the first sign-in and then cached; a failed discovery is not cached. */
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        typeof authentication === 'string' ? client.ClientSecretPost(authentication) : authentication,
        { timeout: TIMEOUT_SECONDS, execute: isHttp ? [client.allowInsecureRequests] : [] },
      )
      .catch((error: unknown) => {
        discovered = undefined;
        throw Object.assign(new DomainError('unavailable', `${provider} does not answer`), { cause: error });
      });
    return discovered;
  };

  return {
    provider,
    answersByPost,
    newSecrets: newSocialSecrets,

    async authorizationUrl({ state, nonce, codeVerifier }, redirectUri) {
      return client.buildAuthorizationUrl(await configuration(), {
        ...options.extraParameters,
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async finish(answer, { state, nonce, codeVerifier }, redirectUri) {
      const config = await configuration();
      try {
        const back = new URL(redirectUri);
        back.search = answer.toString();
        const tokens = await client.authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new DomainError('auth_error', 'The provider sent no ID token');
        const hasMore = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasMore ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        return personOf({ ...more, ...claims }, options.readNames?.(answer) ?? {});
      } catch (error) {
        throw toSocialError(error);
      }
    },
  };
}
