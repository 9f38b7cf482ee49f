// Entry point of sign-up: the hosted functions with which a rider, or a driver with a licence, creates an account.
import { routes } from '@kerb/contract';
import { route, type ServerModule } from '../../kit/index.ts';
import { giveSessionCookie } from '../identity/index.ts';
import { createSignUp, type SignUpDeps } from './sign-up.ts';

export function createSignUpModule(deps: SignUpDeps): ServerModule {
  const signUp = createSignUp(deps);
  return {
    routes: [
      route(routes.userSignup, async ({ body, request, reply }) => {
        const userAgent = request.headers['user-agent'] ?? '';
        const signedUp = await signUp({ ...body, isOperator: request.isOperator, userAgent });
        reply.header('cache-control', 'no-store');
        if (signedUp.token !== null) {
          giveSessionCookie(request, reply, signedUp.token);
          await deps.identity.rememberCaller(request, reply, signedUp.uid);
        }
        return signedUp;
      }),
      route(routes.validateReferrer, async ({ body }) => {
        const referrer = body.referralId === '' ? null : await deps.identity.findReferrer(body.referralId);
        return { uid: referrer?.uid ?? null };
      }),
    ],
  };
}
