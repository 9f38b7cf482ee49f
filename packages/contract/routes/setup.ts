// The first run: whoever proves their mobile becomes the first admin and says what the installation is.
import { personName } from '@kerb/domain/identity';
import { settings } from '@kerb/domain/settings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { me, otpProof } from '../views/people.ts';

const tag = 'setup';

export const setupRequest = z.object({
  proof: otpProof,
  firstName: personName,
  lastName: personName,
  settings: settings
    .pick({
      appName: true,
      country: true,
      code: true,
      symbol: true,
      decimal: true,
      swipe_symbol: true,
      timezone: true,
      convert_to_mile: true,
      appcat: true,
      contact_email: true,
    })
    .required({ appName: true, country: true, code: true, symbol: true, appcat: true }),
});
export type SetupRequest = z.infer<typeof setupRequest>;

/** Both answer not_found once an admin exists. */
export const setupRoutes = {
  getSetup: defineRoute({
    method: 'GET',
    path: '/setup',
    summary: 'Whether the installation waits to be set up, and what to begin with',
    tag,
    access: 'anyone',
    answer: z.object({ appName: z.string(), country: z.string(), timezone: z.string(), hasMap: z.boolean() }),
    errors: ['not_found'],
  }),
  setUp: defineRoute({
    method: 'POST',
    path: '/setup',
    summary: 'Prove the mobile, become the first admin, write the settings; signs in',
    tag,
    access: 'anyone',
    body: setupRequest,
    answer: z.object({ token: z.string(), user: me }),
    status: 201,
    errors: [
      'not_found',
      'forbidden',
      'otp_validate_error',
      'otp_wrong',
      'otp_expired',
      'otp_too_many_checks',
      'invalid_input',
    ],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
};
