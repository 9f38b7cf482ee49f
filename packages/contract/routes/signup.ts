// Route declarations of the sign-up: the hosted functions of the specification for users, and the upload of a driver's
// licence picture.
import { e164, email, personName, vehicleDetails } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { imageMaxBytes, uuid } from '../pages.ts';
import { otpProof } from '../views/me.ts';
import { documentDay } from './documents.ts';

const tag = 'signup';

/** Data of a user who signs up. `createdAt` is accepted as in the specification, but the server's clock is used. */
export const regData = z.object({
  usertype: z.enum(['driver', 'rider']).default('driver'),
  firstName: personName,
  lastName: personName,
  email,
  mobile: e164,
  carType: uuid.nullish(),
  vehicleMake: vehicleDetails.vehicleMake.default(''),
  vehicleModel: vehicleDetails.vehicleModel.default(''),
  vehicleNumber: vehicleDetails.vehicleNumber.default(''),
  other_info: vehicleDetails.other_info.default(''),
  /** The referralId of the user who sent the invitation. */
  signupViaReferral: z.string().trim().max(40).default(''),
  /** URL returned by POST /signup/license-image; required for drivers. */
  licenseImage: z.string().max(500).optional(),
  licenseExpiresOn: documentDay.optional(),
  createdAt: z.number().optional(),
});
export type RegData = z.infer<typeof regData>;

export const signupRoutes = {
  uploadSignupLicense: defineRoute({
    method: 'POST',
    path: '/signup/license-image',
    summary: 'Upload a licence picture before signing up, in field `image`; deleted after a day',
    tag,
    access: 'anyone',
    upload: { field: 'image', maxBytes: imageMaxBytes },
    answer: z.object({ licenseImage: z.string(), expiresAt: z.number() }),
    status: 201,
    errors: ['payload_too_large', 'image_unreadable', 'image_too_large'],
    rateLimit: { max: 10, windowSeconds: 600 },
  }),
  userSignup: defineRoute({
    method: 'POST',
    path: '/user_signup',
    summary: 'Make a driver (or rider) account; `proof` of the mobile is needed unless the operator calls',
    tag,
    access: 'anyone',
    root: true,
    body: z.object({ regData, proof: otpProof.optional() }),
    /**
     * `token` and the session cookie are returned when the account is approved at once, its mobile number is verified,
     * and the sign-in check finds no issue.
     */
    answer: z.object({
      uid: z.string(),
      approved: z.boolean(),
      token: z.string().nullable(),
    }),
    status: 201,
    errors: [
      'user_exists',
      'invalid_mobile',
      'country_not_served',
      'proper_email',
      'mobile_unproved',
      'otp_validate_error',
      'otp_wrong',
      'otp_expired',
      'otp_too_many_checks',
      'referrer_unknown',
      'license_required',
      'not_found',
    ],
    rateLimit: { max: 20, windowSeconds: 600 },
  }),
  validateReferrer: defineRoute({
    method: 'POST',
    path: '/validate_referrer',
    summary: 'The owner of a referral code, in any letter case; `uid` is null when the code does not exist',
    tag,
    access: 'anyone',
    root: true,
    body: z.object({ referralId: z.string().trim().max(40) }),
    answer: z.object({ uid: z.string().nullable() }),
    errors: [],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  checkUserExists: defineRoute({
    method: 'POST',
    path: '/check_user_exists',
    summary:
      'Whether an account has this e-mail or mobile; which ones only to the operator, admins and fleet admins',
    tag,
    access: 'anyone',
    root: true,
    body: z.object({
      email: z.string().trim().max(254).default(''),
      mobile: z.string().trim().max(30).default(''),
    }),
    answer: z.object({
      exists: z.boolean(),
      /** Empty for all other callers. */
      users: z.array(z.object({ id: z.string(), usertype: z.string() }).partial()),
    }),
    errors: ['email_or_mobile_issue'],
    rateLimit: { max: 20, windowSeconds: 600 },
  }),
};
