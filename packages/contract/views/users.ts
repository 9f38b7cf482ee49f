// What admins, and fleet admins of their own drivers, see of users.
import { review } from '@kerb/domain/identity';
import { z } from 'zod';
import { driverPart, me } from './me.ts';

export { type Review, review } from '@kerb/domain/identity';

/** E-mail, mobile and bank details are null where they are hidden (AllowCriticalEditsAdmin or bank_fields off). */
export const user = me.omit({ social: true, emailVerified: true }).extend({
  createdByAdmin: z.boolean(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  review,
  /** Why the account was refused or disabled; '' when no reason was given. */
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
  /** Who did it; name '' once that account is deleted. */
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
  /** The changed fields only, with the specification's names. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What a driver did with offers and trips in the last 30 days; see docs/figures.md. */
export const drivingRecord = z.object({
  offers: z.number().int().nonnegative(),
  accepted: z.number().int().nonnegative(),
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: z.number().min(0).max(1).nullable(),
  trips: z.number().int().nonnegative(),
  /** By the driver, before arriving at the pickup. */
  cancelled: z.number().int().nonnegative(),
  /** `cancelled` of `trips`, 0 to 1; null without a trip. */
  cancellation: z.number().min(0).max(1).nullable(),
  /** By the driver, at the pickup: the rider did not come. */
  no_shows: z.number().int().nonnegative(),
});
export type DrivingRecord = z.infer<typeof drivingRecord>;

export const ratingEntry = z.object({
  booking: z.string(),
  reference: z.string(),
  at: z.number(),
  rate: z.number(),
  /** Who rated: first name. */
  user: z.string(),
  comment: z.string(),
});
export type RatingEntry = z.infer<typeof ratingEntry>;

/** An invitation whose rider has made a first real trip. Amounts are major units, times ms since the epoch. */
export const referral = z.object({
  rider: z.object({ id: z.string(), name: z.string() }),
  /** Null when they were gone or disabled by then. */
  referrer: z.object({ id: z.string(), name: z.string() }).nullable(),
  booking: z.string(),
  /** held: to be paid at dueAt; withheld: never given. */
  status: z.enum(['held', 'paid', 'withheld', 'reversed']),
  /** What the rider gets, and what the referrer got. */
  bonus: z.number(),
  referrerBonus: z.number(),
  at: z.number(),
  dueAt: z.number().nullable(),
  paidAt: z.number().nullable(),
  reversedAt: z.number().nullable(),
  /** Why an admin reversed it; '' otherwise. */
  reason: z.string(),
});
export type ReferralView = z.infer<typeof referral>;
