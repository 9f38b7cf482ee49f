// Creates one social sign-in adapter for each provider that the operator has configured.
import type { Clock } from '../../ports/clock.ts';
import type { SocialSignIn } from '../../ports/social.ts';
import type { SocialConfig } from '../../social-config.ts';
import { createAppleSignIn } from './apple/apple.ts';
import { createFacebookSignIn } from './facebook/facebook.ts';
import { createOpenIdSignIn } from './openid-sign-in.ts';

const OPENID_SCOPE = 'openid email profile';

/** In the order in which the sign-in page shows them. */
export function createSocialSignIns({ google, apple, facebook }: SocialConfig, clock: Clock): SocialSignIn[] {
  const signIns: SocialSignIn[] = [];
  if (google)
    signIns.push(
      createOpenIdSignIn({
        provider: 'google',
        issuer: google.issuer ?? 'https://accounts.google.com',
        clientId: google.clientId,
        authentication: google.clientSecret,
        scope: OPENID_SCOPE,
      }),
    );
  if (apple) signIns.push(createAppleSignIn({ ...apple, clock }));
  if (facebook)
    signIns.push(
      facebook.issuer === undefined
        ? createFacebookSignIn(facebook)
        : createOpenIdSignIn({
            provider: 'facebook',
            issuer: facebook.issuer,
            clientId: facebook.appId,
            authentication: facebook.appSecret,
            scope: OPENID_SCOPE,
          }),
    );
  return signIns;
}
