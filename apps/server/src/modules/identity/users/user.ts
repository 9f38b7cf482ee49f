// A person as the server works with them; presenters decide what of it anyone sees.
import type { Review } from '@kerb/contract';
import type { Lang, LoginType, Ratings, Usertype } from '@kerb/domain/identity';

export interface User {
  uid: string;
  usertype: Usertype;
  firstName: string;
  lastName: string;
  /** '' while not given. */
  email: string;
  /** E.164; '' while not given. */
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

/** What may be left out gets the value a first sign-in gives: approved, blank, signed in by mobile. */
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
