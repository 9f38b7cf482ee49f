// Wires the use cases of social sign-in to its routes.
import type { Me } from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { BoundRoute, SecurityLog } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import type { User } from '../../users/user.ts';
import type { RememberCaller } from '../known-callers.ts';
import { createDisconnectSocial } from './disconnect-social.ts';
import { createFinishSocialSignIn, type FinishSocialDeps } from './finish-social-sign-in.ts';
import { socialRoutes } from './social.routes.ts';
import { createStartSocialSignIn } from './start-social-sign-in.ts';

export interface SocialDeps {
  /** One entry for each configured provider. */
  signIns: readonly SocialSignIn[];
  /** Public URL of this installation; undefined: the host of each request is used. */
  publicUrl: string | undefined;
  onFailure: (error: unknown) => void;
}

export function wireSocial(
  { signIns, publicUrl, onFailure }: SocialDeps,
  deps: FinishSocialDeps & {
    settings: () => Promise<Pick<Settings, 'FacebookLoginEnabled'>>;
    rememberCaller: RememberCaller;
    present: (user: User) => Promise<Me>;
    security?: Pick<SecurityLog, 'write'> | undefined;
  },
): BoundRoute[] {
  return socialRoutes({
    async signInAt(provider) {
      const signIn = signIns.find((each) => each.provider === provider);
      if (signIn === undefined) return null;
      return provider !== 'facebook' || (await deps.settings()).FacebookLoginEnabled ? signIn : null;
    },
    publicUrl,
    start: createStartSocialSignIn(deps),
    finish: createFinishSocialSignIn(deps),
    disconnect: createDisconnectSocial(deps),
    rememberCaller: deps.rememberCaller,
    present: deps.present,
    onFailure,
    security: deps.security,
  });
}
