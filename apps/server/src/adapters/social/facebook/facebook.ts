// Facebook Login: authorization code with PKCE and state; user data is read from the Graph API.
import { createHmac } from 'node:crypto';
import { DomainError } from '@kerb/domain/kernel';
import * as client from 'openid-client';
import { z } from 'zod';
import type { SocialSignIn } from '../../../ports/social.ts';
import { remoteCalls } from '../../remote-calls.ts';
import { newSocialSecrets, toSocialError } from '../openid-sign-in.ts';
import { socialPerson } from '../social-person.ts';

export interface FacebookOptions {
  appId: string;
  appSecret: string;
  /** Base URLs of the login dialog and the Graph API; only tests override them. */
  dialogUrl?: string;
  graphUrl?: string;
}

const VERSION = 'v23.0';
const TIMEOUT_MS = 10_000;

const meSchema = z.object({
  id: z.string(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  email: z.string().default(''),
});

/**
 * Uses the plain code flow, protected by the state and the code verifier, both bound to the browser: Facebook's OpenID
 * flow is marked as being in testing, and its discovery document names no token endpoint.
 */
export function createFacebookSignIn(options: FacebookOptions): SocialSignIn {
  const {
    appId,
    appSecret,
    dialogUrl = 'https://www.facebook.com',
    graphUrl = 'https://graph.facebook.com',
  } = options;
  const config = new client.Configuration(
    {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: `${dialogUrl}/${VERSION}/dialog/oauth`,
      token_endpoint: `${graphUrl}/${VERSION}/oauth/access_token`,
    },
    appId,
    undefined,
    client.ClientSecretPost(appSecret),
  );
  config.timeout = TIMEOUT_MS / 1000;
  if (graphUrl.startsWith('http:')) client.allowInsecureRequests(config);

  async function readMe(accessToken: string): Promise<z.output<typeof meSchema>> {
    const url = new URL(`${graphUrl}/${VERSION}/me`);
    url.searchParams.set('fields', 'id,first_name,last_name,email');
    url.searchParams.set(
      'appsecret_proof',
      createHmac('sha256', appSecret).update(accessToken).digest('hex'),
    );
    const response = await remoteCalls.fetch(url, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new DomainError('auth_error', `Facebook answered ${response.status}`);
    return meSchema.parse(await response.json());
  }

  return {
    provider: 'facebook',
    answersByPost: false,
    newSecrets: newSocialSecrets,

    async authorizationUrl({ state, codeVerifier }, redirectUri) {
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'email public_profile',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async finish(answer, { state, codeVerifier }, redirectUri) {
      try {
        const back = new URL(redirectUri);
        back.search = answer.toString();
        const { access_token } = await client.authorizationCodeGrant(config, back, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        });
        const me = await readMe(access_token);
        return socialPerson({
          subject: me.id,
          email: me.email,
          // Facebook does not report whether it has verified the address.
          emailVerified: false,
          mobile: '',
          firstName: me.first_name,
          lastName: me.last_name,
        });
      } catch (error) {
        throw toSocialError(error);
      }
    },
  };
}
