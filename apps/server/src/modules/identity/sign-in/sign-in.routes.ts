// The routes of signing in with a mobile and a code.
import { type Me, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { route } from '../../../kit/index.ts';
import type { Captcha } from '../../../ports/captcha.ts';
import type { User } from '../people/user.ts';
import { giveSessionCookie } from '../sessions/session-cookie.ts';
import type { MobileSignIn } from './mobile-sign-in.ts';
import { type SendOtp, TooManySends } from './send-otp.ts';

export interface SignInRouteDeps {
  /** Undefined where nobody is asked for a challenge. */
  captcha: Captcha | undefined;
  /** Where people reach this installation, when the operator has said so. */
  publicUrl: string | undefined;
  /** Whether codes stay on this machine: then the host that the call names does for the domain. */
  isTryOut: boolean;
  sendOtp: SendOtp;
  cancelOtp: (id: string) => Promise<void>;
  mobileSignIn: MobileSignIn;
  present: (user: User) => Promise<Me>;
}

export const signInRoutes = (deps: SignInRouteDeps) => [
  route(routes.getCaptcha, async ({ reply }) => {
    if (deps.captcha === undefined) throw new DomainError('not_found');
    reply.header('cache-control', 'no-store');
    return deps.captcha.challenge();
  }),
  route(routes.sendOtp, async ({ body, request, reply }) => {
    try {
      // A caller may name any host, and a real message would send people and their browsers there.
      const named = deps.isTryOut ? request.hostname : undefined;
      const host = deps.publicUrl === undefined ? named : new URL(deps.publicUrl).hostname;
      const acceptLanguage = request.headers['accept-language'];
      return await deps.sendOtp({ ...body, host, address: request.ip, acceptLanguage });
    } catch (error) {
      if (error instanceof TooManySends) reply.header('retry-after', String(error.retryAfterSecs));
      throw error;
    }
  }),
  route(routes.cancelOtp, async ({ params }) => deps.cancelOtp(params.id)),
  route(routes.mobileSignIn, async ({ body, request, reply }) => {
    const { token, user } = await deps.mobileSignIn({
      ...body,
      userAgent: request.headers['user-agent'] ?? '',
    });
    giveSessionCookie(request, reply, token);
    reply.header('cache-control', 'no-store');
    return { token, user: await deps.present(user) };
  }),
];
