// Presents a user's own record, field by field.
import type { Me, UserParts } from '@kerb/contract';
import { type Minor, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { User } from './users/user.ts';

export interface MeParts {
  settings: Pick<Settings, 'decimal' | 'bank_fields'>;
  balance: Minor;
  /** The driver's side of the record; null for everyone else. */
  driver: Me['driver'];
  /** Social sign-ins connected to the account. */
  social: Me['social'];
}

export function presentMe(user: User, { settings, balance, driver, social }: MeParts): Me {
  return {
    id: user.uid,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailVerified: user.emailVerified,
    mobile: user.mobile,
    usertype: user.usertype,
    loginType: user.loginType,
    lang: user.lang,
    approved: user.approved,
    referralId: user.referralId,
    profile_image: user.profile_image,
    walletBalance: toMajor(balance, settings.decimal),
    ratings: user.ratings,
    createdAt: user.createdAt,
    signupViaReferral: user.signupViaReferral,
    social: [...social],
    bankName: settings.bank_fields ? user.bankName : null,
    bankCode: settings.bank_fields ? user.bankCode : null,
    bankAccount: settings.bank_fields ? user.bankAccount : null,
    driver,
  };
}

/** Adds the requested parts to a presented record, each under its own name; the details go inside the ratings. */
export function withParts<R extends { ratings: object }>(record: R, parts: UserParts) {
  const { ratingDetails, ...others } = parts;
  const ratings =
    ratingDetails === undefined ? record.ratings : { ...record.ratings, details: ratingDetails };
  return { ...record, ...others, ratings };
}
