// What the API shows of users: one's own record, and the fields that the other party of a trip may see.
import { lang, loginType, ratings, savedAddress, usertype } from '@kerb/domain/identity';
import { z } from 'zod';
import { uuid } from '../pages.ts';

/** What makes a person a driver. */
export const driverPart = z.object({
  carType: z.string().nullable(),
  vehicleMake: z.string(),
  vehicleModel: z.string(),
  vehicleNumber: z.string(),
  other_info: z.string(),
  driverActiveStatus: z.boolean(),
  queue: z.boolean(),
  fleetadmin: z.string().nullable(),
  /** End of the earliest document that runs out, ms; null while none has an end. */
  documentsValidUntil: z.number().nullable(),
  /** ms; since when the changed vehicle waits for approval, and no new tasks come. Null when it does not. */
  vehicleChangedAt: z.number().nullable(),
  /** Id of the shared vehicle that the driver has; the details above are then those of it. Null for the own car. */
  sharedVehicle: z.string().nullable(),
});

export const me = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** False: only the code that verifies the address is sent to it. */
  emailVerified: z.boolean(),
  mobile: z.string(),
  usertype,
  loginType,
  lang: lang.nullable(),
  approved: z.boolean(),
  referralId: z.string(),
  profile_image: z.string().nullable(),
  walletBalance: z.number(),
  ratings,
  createdAt: z.number(),
  signupViaReferral: z.string().nullable(),
  /** Social sign-ins connected to this account. */
  social: z.array(z.enum(['google', 'facebook', 'apple'])),
  /** Bank details; null while bank_fields is off. */
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankAccount: z.string().nullable(),
  driver: driverPart.nullable(),
});
export type Me = z.infer<typeof me>;

/** What proves a mobile: a code sent to it by POST /auth/otp. */
export const otpProof = z.object({ verificationId: uuid, otp: z.string().max(20) });
export type OtpProof = z.infer<typeof otpProof>;

/** Kind of a wallet movement; screens show it as text. */
export const transactionKind = z.enum([
  'ride',
  'prepayment',
  'prepayment_refund',
  'cancellation',
  'admin_credit',
  'referral',
  'referral_reversal',
  'topup',
  'capture',
  'provider_refund',
  'booking_refund',
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_returned',
  'fare_review',
  'tip',
  'vehicle_rent',
  'vehicle_commission',
]);
export type TransactionKind = z.infer<typeof transactionKind>;

export const walletEntry = z.object({
  id: z.string(),
  kind: transactionKind,
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  amount: z.number(),
  date: z.number(),
  txRef: z.string(),
  /** The trip the money was for; null for other money. */
  booking: z.string().nullable(),
  /** Why an admin credited this; null for everything else. */
  reason: z.string().nullable(),
  balance: z.number(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const savedAddresses = z.object({ items: z.array(savedAddress) });
