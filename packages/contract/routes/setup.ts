// Route declarations of the first run: the first user who verifies a mobile number becomes admin and configures the
// installation.
import { email, personName } from '@kerb/domain/identity';
import { isTimeZone } from '@kerb/domain/kernel';
import { appcat, currencyDecimals } from '@kerb/domain/settings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { me, otpProof } from '../views/me.ts';

const tag = 'setup';

/** Settings entered during setup. All fields are required; the server derives none of them. */
const setupSettings = z.object({
  appName: z.string().trim().min(1).max(60),
  /** ISO 3166-1 alpha-2 */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Currency: ISO 4217 code, symbol, decimals, and whether the symbol is placed after the amount. */
  code: z.string().regex(/^[A-Z]{3}$/),
  symbol: z.string().trim().min(1).max(8),
  decimal: currencyDecimals,
  swipe_symbol: z.boolean(),
  /** IANA time zone name. */
  timezone: z.string().max(60).refine(isTimeZone, 'Not a time zone'),
  convert_to_mile: z.boolean(),
  appcat,
  contact_email: z.union([z.literal(''), email]),
});

export const setupRequest = z.object({
  proof: otpProof,
  firstName: personName,
  lastName: personName,
  settings: setupSettings,
});
export type SetupRequest = z.infer<typeof setupRequest>;

/** Both routes respond with not_found once an admin exists. */
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
      'auth_error',
      'otp_validate_error',
      'otp_wrong',
      'otp_expired',
      'otp_too_many_checks',
      'invalid_input',
      'proper_email',
    ],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
};
