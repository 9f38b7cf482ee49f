// Route declarations of the signed-in user: profile, duty, position, wallet and saved addresses.
import { dutyRules } from '@kerb/domain/fleet';
import { latLng } from '@kerb/domain/geo';
import { profilePatch } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { imageMaxBytes, pageOf, pageQuery, uuid } from '../pages.ts';
import { me, otpProof, savedAddresses, walletEntry } from '../views/me.ts';
import { includeQuery, meWithParts } from '../views/user-parts.ts';
import { socialProvider } from './auth.ts';

const tag = 'me';

/**
 * A position of a driver: lat and lng in degrees, time in ms since the epoch, heading in degrees from north, speed in
 * m/s, accuracy in metres.
 */
export const positionInput = latLng.extend({
  at: z.number().int(),
  heading: z.number().min(0).max(360).nullish(),
  speed: z.number().min(0).max(200).nullish(),
  accuracy: z.number().min(0).max(100_000).nullish(),
});
export type PositionInput = z.infer<typeof positionInput>;

const dutyRule = z.enum(dutyRules);

/** Current hours on duty of a driver; times in ms since the epoch. See docs/shifts.md. */
export const duty = z.object({
  /** Seconds on duty within the last 24 hours. */
  worked_secs: z.number().int().nonnegative(),
  /** Seconds on duty since the last sufficient break. */
  unbroken_secs: z.number().int().nonnegative(),
  /** When a driver who stays on duty from now on must stop, and the rule that causes it; null without a limit. */
  until: z.number().nullable(),
  rule: dutyRule.nullable(),
  /**
   * When the limit of hours in 24 hours is reached, and when a break is required, for a driver who stays on duty from
   * now on; null without that limit.
   */
  limit_at: z.number().nullable(),
  break_due_at: z.number().nullable(),
  /** When the break of a driver who stays off duty is long enough; null on duty, and without that limit. */
  break_ends_at: z.number().nullable(),
  /**
   * From when the driver may go on duty, and the rule that forbids it until then; the rule is null when allowed now.
   */
  allowed_from: z.number(),
  refused: dutyRule.nullable(),
});
export type Duty = z.infer<typeof duty>;

export const meRoutes = {
  getMe: defineRoute({
    method: 'GET',
    path: '/me',
    summary: 'My own record; with `include`, parts of it that are resources of their own',
    tag,
    access: 'signed-in',
    query: includeQuery,
    answer: meWithParts,
    errors: [],
  }),
  updateProfile: defineRoute({
    method: 'PATCH',
    path: '/me',
    summary: 'Change my profile; another e-mail address is unverified until its code is entered',
    tag,
    access: 'signed-in',
    /** A changed mobile number requires a proof: the code that POST /auth/otp sent to the new number. */
    body: profilePatch.extend({ proof: otpProof.optional() }),
    answer: me,
    errors: [
      'proper_email',
      'user_exists',
      'invalid_mobile',
      'forbidden',
      'referrer_unknown',
      'mobile_unproved',
      'otp_validate_error',
      'otp_wrong',
      'otp_expired',
      'otp_too_many_checks',
    ],
  }),
  sendEmailCode: defineRoute({
    method: 'POST',
    path: '/me/email/code',
    summary: 'Send the code that verifies my e-mail address to it; nothing is sent to a verified one',
    tag,
    access: 'signed-in',
    body: z.object({}),
    answer: z.void(),
    errors: ['proper_email', 'unavailable'],
    rateLimit: { max: 5, windowSeconds: 3600 },
  }),
  verifyEmail: defineRoute({
    method: 'POST',
    path: '/me/email/verify',
    summary: 'Verify my e-mail address by the code that was sent to it',
    tag,
    access: 'signed-in',
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    answer: me,
    errors: ['otp_wrong', 'user_exists'],
    rateLimit: { max: 20, windowSeconds: 3600 },
  }),
  setPhoto: defineRoute({
    method: 'PUT',
    path: '/me/photo',
    summary:
      'Upload my photo: JPEG, PNG, WebP, AVIF or TIFF in field `photo`; stored scaled down, without metadata',
    tag,
    access: 'signed-in',
    upload: { field: 'photo', maxBytes: imageMaxBytes },
    answer: me,
    errors: ['payload_too_large', 'image_unreadable', 'image_too_large'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  removePhoto: defineRoute({
    method: 'DELETE',
    path: '/me/photo',
    summary: 'Remove my photo',
    tag,
    access: 'signed-in',
    answer: me,
    errors: [],
  }),
  getPhoto: defineRoute({
    method: 'GET',
    path: '/photos/:id',
    summary: 'A profile photo by its unguessable id, new with every upload',
    tag,
    access: 'anyone',
    params: z.object({ id: uuid }),
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['not_found'],
  }),
  disconnectSocial: defineRoute({
    method: 'DELETE',
    path: '/me/social/:provider',
    summary: 'Disconnect a social sign-in from my account; the only way in stays',
    tag,
    access: 'signed-in',
    params: z.object({ provider: socialProvider }),
    answer: me,
    errors: ['not_found', 'last_way_in'],
  }),
  exportMe: defineRoute({
    method: 'GET',
    path: '/me/export',
    summary: 'Export all stored personal data of the caller as one JSON document',
    tag,
    access: 'signed-in',
    stepUp: true,
    answer: z.record(z.string(), z.unknown()),
    dataExport: true,
    errors: [],
    rateLimit: { max: 10, windowSeconds: 60 },
  }),
  deleteMe: defineRoute({
    method: 'DELETE',
    path: '/me',
    summary: 'Delete my account: personal data is erased, trips and ledger stay without a name',
    tag,
    access: 'signed-in',
    stepUp: true,
    /** `forfeit` confirms that a positive balance will be lost. */
    body: z.object({ forfeit: z.boolean().default(false) }),
    answer: z.void(),
    errors: ['user_busy', 'balance_open', 'payout_pending', 'last_admin'],
  }),
  setDuty: defineRoute({
    method: 'PUT',
    path: '/me/duty',
    summary: 'Go on or off duty',
    tag,
    access: ['driver'],
    body: z.object({ driverActiveStatus: z.boolean() }),
    answer: me,
    errors: [
      'require_approval',
      'driver_busy',
      'documents_expired',
      'duty_limit',
      'break_needed',
      'outside_shift',
    ],
  }),
  getDuty: defineRoute({
    method: 'GET',
    path: '/me/duty',
    summary: 'My hours on duty, when a limit of the settings ends them, and from when duty is allowed',
    tag,
    access: ['driver'],
    answer: duty,
    errors: [],
  }),
  postLocation: defineRoute({
    method: 'POST',
    path: '/me/location',
    summary: 'Report my position when the live socket is not open',
    tag,
    access: ['driver'],
    body: positionInput,
    answer: z.void(),
    errors: ['position_rejected'],
  }),
  postLocations: defineRoute({
    method: 'POST',
    path: '/me/locations',
    summary:
      'Upload positions buffered while offline, oldest first, for the trail of my current trip; implausible positions are rejected',
    tag,
    access: ['driver'],
    body: z.object({ booking: uuid, positions: z.array(positionInput).min(1).max(500) }),
    answer: z.object({ kept: z.number().int(), rejected: z.number().int() }),
    errors: ['not_found'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  getWallet: defineRoute({
    method: 'GET',
    path: '/me/wallet',
    summary: 'My balance and wallet history, newest first',
    tag,
    access: ['rider', 'driver', 'fleetadmin'],
    query: pageQuery,
    answer: pageOf(walletEntry).extend({ walletBalance: z.number() }),
    errors: [],
  }),
  getSavedAddresses: defineRoute({
    method: 'GET',
    path: '/me/saved-addresses',
    summary: 'My saved addresses, most used first',
    tag,
    access: 'signed-in',
    answer: savedAddresses,
    errors: [],
  }),
  deleteSavedAddress: defineRoute({
    method: 'DELETE',
    path: '/me/saved-addresses/:id',
    summary: 'Forget a saved address',
    tag,
    access: 'signed-in',
    params: z.object({ id: uuid }),
    answer: z.void(),
    errors: ['not_found'],
  }),
};
