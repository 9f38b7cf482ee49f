// Everything of signing up that the fleet hands on: the hosted functions, the licence's picture, and its sweep.
import { routes } from '@kerb/contract';
import { route, type ServerModule } from '../../../kit/index.ts';
import { giveSessionCookie } from '../../identity/index.ts';
import { createSignUp, type SignUpDeps } from './sign-up.ts';
import { createRemoveOldLicenses, createUploadLicense, REMOVE_OLD_LICENSES_JOB } from './upload-license.ts';

export function createSignUpPart(deps: SignUpDeps): ServerModule {
  const [uploadLicense, signUp] = [createUploadLicense(deps), createSignUp(deps)];
  return {
    routes: [
      route(routes.uploadSignupLicense, async ({ upload, reply }) => {
        reply.header('cache-control', 'no-store');
        return uploadLicense(upload.bytes);
      }),
      route(routes.userSignup, async ({ body, request, reply }) => {
        const userAgent = request.headers['user-agent'] ?? '';
        const signedUp = await signUp({ ...body, isOperator: request.isOperator, userAgent });
        reply.header('cache-control', 'no-store');
        if (signedUp.token !== null) giveSessionCookie(request, reply, signedUp.token);
        return signedUp;
      }),
      route(routes.validateReferrer, async ({ body }) => {
        const referrer = body.referralId === '' ? null : await deps.identity.findReferrer(body.referralId);
        return { uid: referrer?.uid ?? null };
      }),
    ],
    jobs: { [REMOVE_OLD_LICENSES_JOB]: createRemoveOldLicenses(deps) },
    schedules: { [REMOVE_OLD_LICENSES_JOB]: '23 * * * *' },
  };
}
