// Type of a user inside the server; presenters choose the fields that clients receive.
import type { Review } from '@kerb/contract';
import type { Lang, LoginType, Ratings, Usertype } from '@kerb/domain/identity';

export interface User {
  uid: string;
  usertype: Usertype;
  firstName: string;
  lastName: string;
  /** Empty while unknown. */
  email: string;
  /** E.164; empty while unknown. */
  mobile: string;
  loginType: LoginType;
  lang: Lang | null;
  approved: boolean;
  review: Review;
  reviewReason: string;
  emailVerified: boolean;
  createdByAdmin: boolean;
  referralId: string;
  /** The referralId of the inviting user; null when the user was not invited. */
  signupViaReferral: string | null;
  profile_image: string | null;
  pushToken: string | null;
  bankName: string;
  bankCode: string;
  bankAccount: string;
  ratings: Ratings;
  /** ms since the epoch */
  createdAt: number;
}

/** Fields that are omitted get the defaults of a first sign-in: approved, blank names, signed in by mobile. */
export type NewUser = Pick<User, 'uid' | 'usertype' | 'referralId' | 'createdAt'> &
  Partial<
    Pick<
      User,
      | 'firstName'
      | 'lastName'
      | 'email'
      | 'mobile'
      | 'loginType'
      | 'review'
      | 'createdByAdmin'
      | 'signupViaReferral'
      | 'emailVerified'
      | 'bankName'
      | 'bankCode'
      | 'bankAccount'
    >
  > & { rating?: { count: number; sum: number } };
