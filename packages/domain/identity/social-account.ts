// Whose account a social sign-in opens: a known one, the one it is being connected to, one proved by the same address, or a new one.
import type { ErrorCode } from '../kernel/index.ts';

/** Claims of the provider about the user; '' for a missing one. */
export interface SocialClaims {
  email: string;
  /** The provider has verified the address. */
  emailVerified: boolean;
}

/** Accounts related to the sign-in; null for a missing one. */
export interface SocialSituation {
  claims: SocialClaims;
  /** Whose the provider's identity is. */
  known: string | null;
  /** Who is connecting it, being signed in here; `hasOther`: another identity of this provider already. */
  link: { uid: string; hasOther: boolean } | null;
  /** Who has the e-mail in any letter case, and whether it is proved that it is theirs. */
  emailHolder: { uid: string; verified: boolean; hasOther: boolean } | null;
  /** Whose mobile the provider vouches for. */
  mobileHolder: { uid: string; hasOther: boolean } | null;
}

export type SocialDecision =
  | { kind: 'sign-in'; uid: string }
  | { kind: 'connect'; uid: string }
  /** `takeEmailFrom` had the address without proof, and loses it to the one who proved it. */
  | { kind: 'create'; email: string; takeEmailFrom: string | null }
  | { kind: 'refuse'; code: ErrorCode };

/**
 * Only verified claims link accounts: an address that the provider has not verified, or that was not verified here,
 * never opens an existing account.
 */
export function decideSocialAccount(situation: SocialSituation): SocialDecision {
  const { claims, known, link, emailHolder, mobileHolder } = situation;
  if (link !== null) {
    if (known !== null)
      return known === link.uid ? { kind: 'sign-in', uid: known } : { kind: 'refuse', code: 'user_exists' };
    return link.hasOther ? { kind: 'refuse', code: 'conflict' } : { kind: 'connect', uid: link.uid };
  }
  if (known !== null) return { kind: 'sign-in', uid: known };
  const isVouchedFor = claims.email !== '' && claims.emailVerified;
  if (isVouchedFor && emailHolder?.verified) return connectOrRefuse(emailHolder);
  if (mobileHolder !== null) return connectOrRefuse(mobileHolder);
  if (emailHolder === null) return { kind: 'create', email: claims.email, takeEmailFrom: null };
  return isVouchedFor
    ? { kind: 'create', email: claims.email, takeEmailFrom: emailHolder.uid }
    : { kind: 'create', email: '', takeEmailFrom: null };
}

/** An account has one identity of each provider: another person of the same provider does not get in beside it. */
const connectOrRefuse = ({ uid, hasOther }: { uid: string; hasOther: boolean }): SocialDecision =>
  hasOther ? { kind: 'refuse', code: 'conflict' } : { kind: 'connect', uid };

/** Whether one identity may be disconnected: some way to sign in has to remain. */
export const mayDisconnect = (person: { mobile: string; identities: number }): boolean =>
  person.mobile !== '' || person.identities > 1;

/** The path of this app to go to after a sign-in; '' for anything that could lead elsewhere. */
export function ownPath(next: string): string {
  const isPath = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next);
  return isPath && !next.startsWith('/api/') ? next : '';
}
