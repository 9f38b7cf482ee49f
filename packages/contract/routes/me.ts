// One's own profile, duty, position, wallet and saved addresses.
import { latLng } from '@kerb/domain/geo';
import { profilePatch } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pages.ts';
import { me, savedAddresses, walletEntry } from '../views/people.ts';

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
    body: profilePatch,
    answer: me,
    errors: ['proper_email', 'user_exists', 'invalid_mobile', 'forbidden'],
  }),
  setDuty: defineRoute({
    method: 'PUT',
    path: '/me/duty',
    summary: 'Go on or off duty',
    tag,
    access: ['driver'],
    body: z.object({ driverActiveStatus: z.boolean() }),
    answer: me,
    errors: ['require_approval', 'driver_busy'],
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
    params: z.object({ id: z.uuid() }),
    answer: z.void(),
    errors: ['not_found'],
  }),
};
