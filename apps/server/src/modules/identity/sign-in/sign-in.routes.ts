// The routes of signing in with a mobile and a code.
import { type Me, routes } from '@kerb/contract';
import { route } from '../../../kit/index.ts';
import type { User } from '../people/user.ts';
import { giveSessionCookie } from '../sessions/session-cookie.ts';
import type { MobileSignIn } from './mobile-sign-in.ts';
import { type SentOtp, TooManySends } from './send-otp.ts';

export interface SignInRouteDeps {
  sendOtp: (input: { mobile: string }) => Promise<SentOtp>;
  cancelOtp: (id: string) => Promise<void>;
  mobileSignIn: MobileSignIn;
  present: (user: User) => Promise<Me>;
}

export const signInRoutes = (deps: SignInRouteDeps) => [
  route(routes.sendOtp, async ({ body, reply }) => {
    try {
      return await deps.sendOtp({ mobile: body.mobile });
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
