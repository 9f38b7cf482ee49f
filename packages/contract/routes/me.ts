// One's own profile, duty, position, wallet and saved addresses.
import { latLng } from '@kerb/domain/geo';
import { profilePatch } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { imageMaxBytes, pageOf, pageQuery, uuid } from '../pages.ts';
import { me, otpProof, savedAddresses, walletEntry } from '../views/people.ts';
import { socialProvider } from './auth.ts';

const tag = 'me';

/** A position of a driver: degrees, ms since the epoch, heading in degrees from north, speed in m/s, accuracy in metres. */
export const positionInput = latLng.extend({
  at: z.number().int(),
  heading: z.number().min(0).max(360).nullish(),
  speed: z.number().min(0).max(200).nullish(),
  accuracy: z.number().min(0).max(100_000).nullish(),
});
export type PositionInput = z.infer<typeof positionInput>;

export const meRoutes = {
  getMe: defineRoute({
    method: 'GET',
    path: '/me',
    summary: 'My own record',
    tag,
    access: 'signed-in',
    answer: me,
    errors: [],
  }),
  updateProfile: defineRoute({
    method: 'PATCH',
    path: '/me',
    summary: 'Change my profile',
    tag,
    access: 'signed-in',
    /** Another mobile needs its proof: a code sent to it by POST /auth/otp. */
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
  setPhoto: defineRoute({
    method: 'PUT',
    path: '/me/photo',
    summary: 'My photo: JPEG, PNG, WebP, AVIF or TIFF in field `photo`; kept small, without metadata',
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
    summary: 'Everything kept about me, as one JSON document',
    tag,
    access: 'signed-in',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
    rateLimit: { max: 10, windowSeconds: 60 },
  }),
  deleteMe: defineRoute({
    method: 'DELETE',
    path: '/me',
    summary: 'Delete my account: personal data is erased, trips and ledger stay without a name',
    tag,
    access: 'signed-in',
    /** `forfeit` gives up a balance above zero. */
    body: z.object({ forfeit: z.boolean().default(false) }),
    answer: z.void(),
    errors: ['user_busy', 'balance_open', 'last_admin'],
  }),
  setDuty: defineRoute({
    method: 'PUT',
    path: '/me/duty',
    summary: 'Go on or off duty',
    tag,
    access: ['driver'],
    body: z.object({ driverActiveStatus: z.boolean() }),
    answer: me,
    errors: ['require_approval', 'driver_busy', 'documents_expired'],
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
      'The positions kept while there was no network, oldest first, for the trail of my trip under way; what is not plausible is left out',
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
    access: ['rider', 'driver'],
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
