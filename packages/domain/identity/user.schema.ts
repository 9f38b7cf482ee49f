// Schemas of users: the user record of the specification, its roles, and the fields that users may edit.
import { z } from 'zod';
import { hasInvisibleCharacters } from '../kernel/index.ts';

export const usertype = z.enum(['rider', 'driver', 'admin', 'fleetadmin']);
export type Usertype = z.infer<typeof usertype>;

export const loginType = z.enum(['email', 'mobile', 'facebook', 'google', 'apple']);
export type LoginType = z.infer<typeof loginType>;

/** E.164: '+', country dial code and number, 8 to 15 digits. */
export const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/, 'invalid_mobile');

/** The simple pattern of the specification, letters and digits around @ and a dot, extended by . _ + - in each part. */
export const emailPattern = /^[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/;
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'proper_email')
  .regex(emailPattern, 'proper_email');

export const lang = z.object({
  langLocale: z.string().min(2).max(35),
  dateLocale: z.string().min(2).max(35),
});
export type Lang = z.infer<typeof lang>;

/** A name by which other users recognise a user or an object. */
const visibleText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !hasInvisibleCharacters(text), 'Holds letters that cannot be seen');

export const personName = visibleText(1, 80);

/** Details of a driver's car; each may be empty. Riders compare make, model and plate with the car that arrives. */
export const vehicleDetails = {
  vehicleMake: visibleText(0, 60),
  vehicleModel: visibleText(0, 60),
  vehicleNumber: visibleText(0, 20),
  other_info: z.string().trim().max(500),
};

/** Bank account for payouts; each field may be empty. */
export const bankDetails = {
  bankName: visibleText(0, 120),
  bankCode: visibleText(0, 40),
  bankAccount: visibleText(0, 60),
};

export const savedAddress = z.object({
  id: z.string(),
  description: z.string(),
  lat: z.number(),
  lng: z.number(),
  count: z.number().int().positive(),
});
export type SavedAddress = z.infer<typeof savedAddress>;

export const ratings = z.object({
  /** Mean of all ratings with one decimal, as text; '' without ratings. */
  userrating: z.string(),
  count: z.number().int().nonnegative(),
});
export type Ratings = z.infer<typeof ratings>;

export const userPlatform = z.enum(['ANDROID', 'IOS', 'WEB']);
export type UserPlatform = z.infer<typeof userPlatform>;

/** Fields of their own profile that a user may change. */
export const profilePatch = z
  .object({
    firstName: personName,
    lastName: personName,
    email,
    mobile: e164,
    lang,
    ...bankDetails,
    ...vehicleDetails,
    /** Referral id of the inviting user; accepted once, before the first trip. */
    signupViaReferral: z.string().trim().min(1).max(60),
  })
  .partial();
export type ProfilePatch = z.infer<typeof profilePatch>;
