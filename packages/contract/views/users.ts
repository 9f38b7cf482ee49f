// Response schemas of users for admins, and for fleet admins of their own drivers.
import { review } from '@kerb/domain/identity';
import { z } from 'zod';
import { driverPart, me } from './me.ts';

export { type Review, review } from '@kerb/domain/identity';

/** E-mail, mobile and bank details are null while they are hidden (AllowCriticalEditsAdmin or bank_fields off). */
export const user = me.omit({ social: true, emailVerified: true }).extend({
  createdByAdmin: z.boolean(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  review,
  /** Why the account was refused or disabled; '' without a reason. */
  reviewReason: z.string(),
  driver: driverPart
    .omit({ sharedVehicle: true })
    .extend({
      carTypeName: z.string().nullable(),
      fleetadminName: z.string().nullable(),
      documents: z.number().int(),
    })
    .nullable(),
});
export type User = z.infer<typeof user>;

export const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  /** User who made the change; the name is '' once that account is deleted. */
  by: z.object({ id: z.string(), name: z.string() }),
  action: z.enum([
    'add',
    'edit',
    'approve',
    'refuse',
    'disable',
    'enable',
    'delete',
    'document',
    'wallet',
    'second_factor',
  ]),
  /** Values of the changed fields only, with the names of the specification. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** How a driver handled offers and trips in the last 30 days; see docs/figures.md. */
export const drivingRecord = z.object({
  offers: z.number().int().nonnegative(),
  accepted: z.number().int().nonnegative(),
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: z.number().min(0).max(1).nullable(),
  trips: z.number().int().nonnegative(),
  /** Number of trips that the driver cancelled before arriving at the pickup. */
  cancelled: z.number().int().nonnegative(),
  /** `cancelled` of `trips`, 0 to 1; null without a trip. */
  cancellation: z.number().min(0).max(1).nullable(),
  /** Number of trips that the driver cancelled at the pickup because the rider did not come. */
  no_shows: z.number().int().nonnegative(),
});
export type DrivingRecord = z.infer<typeof drivingRecord>;

export const ratingEntry = z.object({
  booking: z.string(),
  reference: z.string(),
  at: z.number(),
  rate: z.number(),
  /** First name of the user who rated. */
  user: z.string(),
  comment: z.string(),
});
export type RatingEntry = z.infer<typeof ratingEntry>;

/**
 * An invitation whose rider has completed a first qualifying trip. Amounts are major units, times ms since the epoch.
 */
export const referral = z.object({
  rider: z.object({ id: z.string(), name: z.string() }),
  /** User who sent the invitation; null when their account was deleted or disabled by then. */
  referrer: z.object({ id: z.string(), name: z.string() }).nullable(),
  booking: z.string(),
  /** held: will be paid at dueAt; withheld: was never paid. */
  status: z.enum(['held', 'paid', 'withheld', 'reversed']),
  /** Bonus of the rider, and bonus of the referrer. */
  bonus: z.number(),
  referrerBonus: z.number(),
  at: z.number(),
  dueAt: z.number().nullable(),
  paidAt: z.number().nullable(),
  reversedAt: z.number().nullable(),
  /** Reason of the admin who reversed the bonus; '' otherwise. */
  reason: z.string(),
});
export type ReferralView = z.infer<typeof referral>;
