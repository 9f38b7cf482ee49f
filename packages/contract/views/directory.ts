// What admins, and fleet admins of their own drivers, see of people.
import { lang, loginType, ratings, review, usertype } from '@kerb/domain/identity';
import { z } from 'zod';

export { type Review, review } from '@kerb/domain/identity';

/** E-mail, mobile and bank details are null where they are hidden (AllowCriticalEditsAdmin or bank_fields off). */
export const person = z.object({
  id: z.string(),
  createdAt: z.number(),
  createdByAdmin: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  usertype,
  loginType,
  lang: lang.nullable(),
  approved: z.boolean(),
  review,
  /** Why the account was refused or disabled; '' when nobody said. */
  reviewReason: z.string(),
  referralId: z.string(),
  signupViaReferral: z.string().nullable(),
  profile_image: z.string().nullable(),
  walletBalance: z.number(),
  ratings,
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  driver: z
    .object({
      carType: z.string().nullable(),
      carTypeName: z.string().nullable(),
      vehicleMake: z.string(),
      vehicleModel: z.string(),
      vehicleNumber: z.string(),
      other_info: z.string(),
      driverActiveStatus: z.boolean(),
      queue: z.boolean(),
      fleetadmin: z.string().nullable(),
      fleetadminName: z.string().nullable(),
      documents: z.number().int(),
      documentsValidUntil: z.number().nullable(),
    })
    .nullable(),
});
export type Person = z.infer<typeof person>;

export const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  /** Who did it; name '' once that account is deleted. */
  by: z.object({ id: z.string(), name: z.string() }),
  action: z.enum(['add', 'edit', 'approve', 'refuse', 'disable', 'enable', 'delete', 'document', 'wallet']),
  /** The changed fields only, with the specification's names. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

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
