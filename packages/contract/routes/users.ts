// Route declarations of user management by admins: lists, reading, adding, editing, reviewing, deleting, and the audit
// trail.
import { bankDetails, e164, email, personName, usertype, vehicleDetails } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';
import { walletEntry } from '../views/me.ts';
import { includeQuery, userWithParts } from '../views/user-parts.ts';
import { auditEntry, drivingRecord, ratingEntry, referral, review, user } from '../views/users.ts';

const tag = 'people';
const managers = ['admin', 'fleetadmin'] as const;

export const userSort = z.enum([
  'createdAt',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'walletBalance',
  'rating',
  'vehicleNumber',
  'review',
  'duty',
  'documents',
  'carType',
  'fleetadmin',
]);
export type UserSort = z.infer<typeof userSort>;

/**
 * free: on duty without a trip; busy: on a trip; stale: on duty, with or without a trip, without a position for 90
 * seconds; off: off duty.
 */
export const driverDuty = z.enum(['free', 'busy', 'stale', 'off']);
export type DriverDuty = z.infer<typeof driverDuty>;

/** Filters of a list of users; `q` searches names, e-mail, mobile, referral code and plate. */
export const userFilters = z.object({
  usertype: usertype.optional(),
  review: review.optional(),
  /** Only approved drivers in this state of duty. */
  duty: driverDuty.optional(),
  /** Only approved drivers whose planned shift began more than 10 minutes ago and who are off duty. */
  shift: z.enum(['late']).optional(),
  /**
   * Only drivers whose documents have expired or expire within 30 days (`due`), or who have uploaded no document
   * (`none`).
   */
  documents: z.enum(['due', 'none']).optional(),
  carType: uuid.optional(),
  fleetadmin: uuid.optional(),
  q: z.string().trim().max(100).optional(),
  sort: userSort.default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/**
 * Fields that an admin may change. Mobile and e-mail can only be set when adding a user. The fields of drivers are
 * accepted for drivers only.
 */
export const userPatch = z
  .strictObject({
    firstName: personName,
    lastName: personName,
    usertype,
    carType: uuid.nullable(),
    ...vehicleDetails,
    /** Uid of the driver's fleet admin; only admins can set it. */
    fleetadmin: uuid.nullable(),
    ...bankDetails,
  })
  .partial();
export type UserPatch = z.infer<typeof userPatch>;

/** A fleet admin can add drivers only, who then belong to that fleet. */
export const newUser = z.strictObject({
  usertype,
  firstName: personName,
  lastName: personName,
  /** Left out when unknown, as for a rider who books by telephone. */
  email: email.optional(),
  mobile: e164,
  ...userPatch.omit({ firstName: true, lastName: true, usertype: true }).shape,
});
export type NewUserInput = z.infer<typeof newUser>;

/**
 * The account as the admin saw it when they decided; another state is a `conflict`. A field that is left out is not
 * compared.
 */
const seenAccount = z
  .object({
    review,
    /** Since when the changed vehicle waits, ms since the epoch; null when no changed vehicle waits. */
    vehicleChangedAt: z.number().nullable(),
  })
  .partial();
export type SeenAccount = z.infer<typeof seenAccount>;

export const userRoutes = {
  listUsers: defineRoute({
    method: 'GET',
    path: '/users',
    summary: 'fetchUsers: people by type, searched and sorted; a fleet admin sees the drivers of the fleet',
    tag,
    access: managers,
    query: pageQuery.extend(userFilters.shape),
    answer: pageOf(user).extend({ total: z.number().int() }),
    errors: [],
  }),
  countDuty: defineRoute({
    method: 'GET',
    path: '/users/duty',
    summary:
      'How many approved drivers are free, busy, without a position and off duty, and how many are late for a shift; of the fleet for a fleet admin',
    tag,
    access: managers,
    answer: z.record(z.enum([...driverDuty.options, 'late']), z.number().int().nonnegative()),
    errors: [],
  }),
  exportUsers: defineRoute({
    method: 'GET',
    path: '/users.csv',
    summary: 'The whole list as CSV; only while AllowCriticalEditsAdmin is on',
    tag,
    access: managers,
    stepUp: true,
    query: userFilters,
    answer: z.string(),
    binary: 'text/csv; charset=utf-8',
    errors: ['demo_mode'],
  }),
  checkUser: defineRoute({
    method: 'POST',
    path: '/users/check',
    summary: 'checkUserExists: who has this e-mail or mobile, in any letter case',
    tag,
    access: managers,
    body: z.object({
      email: z.string().trim().max(254).default(''),
      mobile: z.string().trim().max(30).default(''),
    }),
    /** Without id and usertype for users outside of a fleet admin's own fleet. */
    answer: z.object({ users: z.array(z.object({ id: z.string(), usertype }).partial()) }),
    errors: ['email_or_mobile_issue'],
  }),
  addUser: defineRoute({
    method: 'POST',
    path: '/users',
    summary:
      'addUser: made by an admin, approved at once; a fleet admin’s drivers wait where drivers need approval, and get no bank details by this',
    tag,
    access: managers,
    stepUp: { fields: ['usertype'], among: managers },
    body: newUser,
    answer: user,
    status: 201,
    errors: [
      'user_exists',
      'email_or_mobile_issue',
      'invalid_mobile',
      'proper_email',
      'demo_mode',
      'forbidden',
    ],
  }),
  getUser: defineRoute({
    method: 'GET',
    path: '/users/:id',
    summary:
      'One person; with `include`, parts that are resources of their own: saved addresses, notifications, pushToken and userPlatform for admins while critical edits are on, the others for every caller',
    tag,
    access: managers,
    params: idParams,
    query: includeQuery,
    answer: userWithParts,
    errors: ['not_found'],
  }),
  editUser: defineRoute({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'editUser; a changed role ends the sessions of that person',
    tag,
    access: managers,
    // Changing the bank details of a driver redirects their payouts, so it needs a recent second factor like a payout.
    stepUp: { fields: ['usertype', 'bankName', 'bankCode', 'bankAccount'] },
    params: idParams,
    body: userPatch,
    answer: user,
    errors: [
      'not_found',
      'forbidden',
      'demo_mode',
      'last_admin',
      'own_account',
      'user_busy',
      'driver_busy',
      'balance_open',
      'payout_pending',
    ],
  }),
  approveUser: defineRoute({
    method: 'POST',
    path: '/users/:id/approve',
    summary:
      'Approve a waiting driver, a refused or disabled account, or a driver’s changed vehicle; an admin or fleet admin only with a recent second factor',
    tag,
    access: ['admin'],
    params: idParams,
    body: seenAccount,
    answer: user,
    errors: ['not_found', 'demo_mode', 'already_reviewed', 'conflict', 'second_factor_required'],
  }),
  refuseUser: defineRoute({
    method: 'POST',
    path: '/users/:id/refuse',
    summary:
      'Refuse a waiting driver or disable an account: the user is notified of the reason, and every session ends',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    answer: user,
    errors: [
      'not_found',
      'demo_mode',
      'already_reviewed',
      'last_admin',
      'own_account',
      'user_busy',
      'reason_required',
    ],
  }),
  unapproveUser: defineRoute({
    method: 'POST',
    path: '/users/:id/unapprove',
    summary:
      'Take back an approval of the last hour: the account stands where it stood before, and every session ends',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({}),
    answer: user,
    errors: [
      'not_found',
      'demo_mode',
      'already_reviewed',
      'approval_final',
      'last_admin',
      'own_account',
      'user_busy',
    ],
  }),
  deleteUser: defineRoute({
    method: 'DELETE',
    path: '/users/:id',
    summary:
      'deleteUser: as DELETE /me; an admin may delete regardless of the balance, a fleet admin only their own drivers',
    tag,
    access: managers,
    stepUp: true,
    params: idParams,
    answer: z.void(),
    errors: [
      'not_found',
      'demo_mode',
      'last_admin',
      'own_account',
      'user_busy',
      'balance_open',
      'payout_pending',
    ],
  }),
  getUserAudit: defineRoute({
    method: 'GET',
    path: '/users/:id/audit',
    summary: 'Changes that admins made to this person, and documents that the driver uploaded, newest first',
    tag,
    access: managers,
    params: idParams,
    query: pageQuery,
    answer: pageOf(auditEntry),
    errors: ['not_found'],
  }),
  getUserWallet: defineRoute({
    method: 'GET',
    path: '/users/:id/wallet',
    summary: 'Balance and wallet history of a user, newest first',
    tag,
    access: managers,
    params: idParams,
    query: pageQuery,
    answer: pageOf(walletEntry).extend({ walletBalance: z.number() }),
    errors: ['not_found'],
  }),
  listReferrals: defineRoute({
    method: 'GET',
    path: '/users/:id/referrals',
    summary:
      'Invitations of a person, as the invited rider or as the referrer, with their bonus, newest first',
    tag,
    access: ['admin'],
    params: idParams,
    query: pageQuery,
    answer: pageOf(referral),
    errors: ['not_found'],
  }),
  reverseReferral: defineRoute({
    method: 'POST',
    path: '/users/:id/referral/reverse',
    summary:
      'Take back the bonus of the invitation that this rider came by: a held one is never paid, a paid one leaves both wallets',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(300) }),
    answer: referral,
    errors: ['not_found', 'already_processed'],
  }),
  getDrivingRecord: defineRoute({
    method: 'GET',
    path: '/users/:id/driving-record',
    summary: 'Offers, acceptance and cancellations of a driver in the last 30 days',
    tag,
    access: managers,
    params: idParams,
    answer: drivingRecord,
    errors: ['not_found'],
  }),
  getUserRatings: defineRoute({
    method: 'GET',
    path: '/users/:id/ratings',
    summary: 'The ratings a driver or a rider was given, newest first',
    tag,
    access: managers,
    params: idParams,
    query: pageQuery,
    answer: pageOf(ratingEntry),
    errors: ['not_found'],
  }),
};
