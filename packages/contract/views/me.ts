// Response schemas of the signed-in user's own record, and of the fields that the other party of a trip may see.
import { lang, loginType, ratings, savedAddress, usertype } from '@kerb/domain/identity';
import { z } from 'zod';
import { uuid } from '../pages.ts';

/** Additional fields of drivers. */
export const driverPart = z.object({
  carType: z.string().nullable(),
  vehicleMake: z.string(),
  vehicleModel: z.string(),
  vehicleNumber: z.string(),
  other_info: z.string(),
  driverActiveStatus: z.boolean(),
  queue: z.boolean(),
  fleetadmin: z.string().nullable(),
  /** When the first document expires, ms since the epoch; null when no document has an expiry. */
  documentsValidUntil: z.number().nullable(),
  /**
   * When the vehicle was changed, ms since the epoch, while the change waits for approval and the driver gets no
   * offers; otherwise null.
   */
  vehicleChangedAt: z.number().nullable(),
  /**
   * Id of the shared vehicle in use, whose details are in the fields above. Null while the driver uses their own car.
   */
  sharedVehicle: z.string().nullable(),
});

export const me = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** When false, the server sends nothing to the address except the code that verifies it. */
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

/** Proof of a mobile number: the code that POST /auth/otp sent to it. */
export const otpProof = z.object({ verificationId: uuid, otp: z.string().max(20) });
export type OtpProof = z.infer<typeof otpProof>;

/** Kind of a wallet movement; clients show it as a text. */
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
  /** Id of the trip that the movement belongs to; null for other movements. */
  booking: z.string().nullable(),
  /** Reason given by the admin who credited the amount; null for all other movements. */
  reason: z.string().nullable(),
  balance: z.number(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const savedAddresses = z.object({ items: z.array(savedAddress) });
