// Route handlers for social sign-in: to the provider, back from it, and disconnecting. All but the last redirect.
import { type Me, routes, type SocialProvider } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, route, type SecurityLog } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { giveSessionCookie } from '../../sessions/session-cookie.ts';
import type { User } from '../../users/user.ts';
import type { RememberCaller } from '../known-callers.ts';
import { browserOf, giveBrowserCookie } from './browser-cookie.ts';
import type { FinishedSignIn, FinishInput } from './finish-social-sign-in.ts';
import { newBrowser, type StartInput } from './start-social-sign-in.ts';

export interface SocialRouteDeps {
  /** The provider's sign-in if it is configured and switched on by the operator, otherwise null. */
  signInAt: (provider: SocialProvider) => Promise<SocialSignIn | null>;
  /** Public URL of this installation; undefined: the host of the request is used. */
  publicUrl: string | undefined;
  start: (signIn: SocialSignIn, input: StartInput) => Promise<URL>;
  finish: (signIn: SocialSignIn, input: FinishInput) => Promise<FinishedSignIn>;
  disconnect: (actor: Actor, provider: SocialProvider) => Promise<User>;
  rememberCaller: RememberCaller;
  present: (user: User) => Promise<Me>;
  onFailure: (error: unknown) => void;
  security: Pick<SecurityLog, 'write'> | undefined;
}

/** Converts a form or query to parameters; only the first value of a repeated name is used. */
function answerOf(fields: Record<string, unknown>): URLSearchParams {
  const answer = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') answer.set(name, first);
  }
  return answer;
}

export const socialRoutes = (deps: SocialRouteDeps) => {
  const signInAt = async (provider: SocialProvider): Promise<SocialSignIn> => {
    const signIn = await deps.signInAt(provider);
    if (signIn === null) throw new DomainError('not_found');
    return signIn;
  };
  const redirectUriOf = (request: FastifyRequest, provider: SocialProvider): string =>
    `${deps.publicUrl ?? `${request.protocol}://${request.host}`}/api/v1/auth/social/${provider}/callback`;
  const go = (reply: FastifyReply, where: string): void => {
    reply.code(303).header('cache-control', 'no-store').header('location', where);
  };
  const goToLogin = (reply: FastifyReply, error: unknown): void => {
    const code = error instanceof DomainError ? error.code : 'internal';
    deps.onFailure(error);
    deps.security?.write({ event: 'sign_in_failed', way: 'social', reason: code });
    go(reply, `/login?error=${code}`);
  };

  const finish = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    provider: SocialProvider,
    fields: Record<string, unknown>,
  ): Promise<void> => {
    const signIn = await signInAt(provider);
    try {
      const { token, uid, next } = await deps.finish(signIn, {
        answer: answerOf(fields),
        browser: browserOf(request),
        redirectUri: redirectUriOf(request, provider),
        userAgent: request.headers['user-agent'] ?? '',
      });
      if (token !== null) giveSessionCookie(request, reply, token);
      if (uid !== null) await deps.rememberCaller(request, reply, uid);
      // After a sign-in the login screen redirects to the home page of the user's role.
      go(reply, next || (token === null ? '/profile' : '/login'));
    } catch (error) {
      goToLogin(reply, error);
    }
  };

  return [
    route(routes.startSocialSignIn, async ({ params, query, actor, request, reply }) => {
      const signIn = await signInAt(params.provider);
      // Only pages of this app may sign a browser in, or connect a provider to the account of the signed-in user.
      if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'])))
        throw new DomainError('bad_origin');
      if (query.link && actor === null) return goToLogin(reply, new DomainError('not_logged_in'));
      const browser = browserOf(request) ?? newBrowser();
      try {
        const address = await deps.start(signIn, {
          browser,
          redirectUri: redirectUriOf(request, params.provider),
          next: query.next ?? '',
          linkUid: query.link && actor ? actor.uid : null,
        });
        giveBrowserCookie(request, reply, browser, signIn);
        return go(reply, address.href);
      } catch (error) {
        return goToLogin(reply, error);
      }
    }),
    route(routes.finishSocialSignIn, (input) => finish(input, input.params.provider, input.query)),
    route(routes.finishSocialSignInByPost, (input) => finish(input, input.params.provider, input.body)),
    route(routes.disconnectSocial, async ({ actor, params }) =>
      deps.present(await deps.disconnect(actor, params.provider)),
    ),
  ];
};
