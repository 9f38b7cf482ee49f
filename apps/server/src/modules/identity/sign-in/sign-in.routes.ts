// Route handlers for signing in with a mobile and a code.
import { type Me, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { route, type SecondFactorState } from '../../../kit/index.ts';
import type { Captcha } from '../../../ports/captcha.ts';
import { giveSessionCookie } from '../sessions/session-cookie.ts';
import type { User } from '../users/user.ts';
import { deviceTokenOf } from './device-token.ts';
import type { RememberCaller } from './known-callers.ts';
import type { MobileSignIn } from './mobile-sign-in.ts';
import { type SendOtp, TooManySends } from './send-otp.ts';

export interface SignInRouteDeps {
  /** Undefined where no captcha is required. */
  captcha: Captcha | undefined;
  /** Public URL of this installation, when the operator has configured one. */
  publicUrl: string | undefined;
  /** Whether messages stay on this machine; the host of the request is used as the domain then. */
  isTryOut: boolean;
  sendOtp: SendOtp;
  cancelOtp: (id: string) => Promise<void>;
  mobileSignIn: MobileSignIn;
  rememberCaller: RememberCaller;
  /** The second-factor state of the session that was just opened. */
  secondFactorOf: (user: User) => Promise<SecondFactorState | undefined>;
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
      // A caller may send any host, and a real message would lead users and their browsers to it.
      const named = deps.isTryOut ? request.hostname : undefined;
      const host = deps.publicUrl === undefined ? named : new URL(deps.publicUrl).hostname;
      const acceptLanguage = request.headers['accept-language'];
      const device = deviceTokenOf(request);
      return await deps.sendOtp({ ...body, host, address: request.ip, device, acceptLanguage });
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
    await deps.rememberCaller(request, reply, user.uid);
    reply.header('cache-control', 'no-store');
    const secondFactor = (await deps.secondFactorOf(user))?.pending ?? null;
    return { token, user: secondFactor === null ? await deps.present(user) : null, secondFactor };
  }),
];
