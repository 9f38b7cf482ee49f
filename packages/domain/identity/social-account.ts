// Decides which account a social sign-in opens: a known one, the one it is being connected to, one with the same
// verified address, or a new one.
import type { ErrorCode } from '../kernel/index.ts';

/** Claims of the provider about the user; '' for a missing claim. */
export interface SocialClaims {
  email: string;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
}

/** Accounts related to the sign-in; null where there is no such account. */
export interface SocialSituation {
  claims: SocialClaims;
  /** Uid of the account connected to the provider's identity. */
  known: string | null;
  /**
   * Signed-in user who is connecting the identity; `hasOther`: the account already has another identity of this
   * provider.
   */
  link: { uid: string; hasOther: boolean } | null;
  /** Account with this e-mail address in any letter case; `verified`: the user has verified the address here. */
  emailHolder: { uid: string; verified: boolean; hasOther: boolean } | null;
  /** Account with the mobile number that the provider confirms. */
  mobileHolder: { uid: string; hasOther: boolean } | null;
}

export type SocialDecision =
  | { kind: 'sign-in'; uid: string }
  | { kind: 'connect'; uid: string }
  /**
   * With `takesEmail` other accounts have the address unverified; it moves from all of them to the new account, which
   * verified it.
   */
  | { kind: 'create'; email: string; takesEmail: boolean }
  | { kind: 'refuse'; code: ErrorCode };

/**
 * Decides which account a social sign-in opens. Only verified claims link accounts: an address that the provider has
 * not verified, or that was not verified here, never opens an existing account.
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
  if (emailHolder === null) return { kind: 'create', email: claims.email, takesEmail: false };
  return isVouchedFor
    ? { kind: 'create', email: claims.email, takesEmail: true }
    : { kind: 'create', email: '', takesEmail: false };
}

/**
 * Connects the identity, unless the account already has another identity of this provider, which may belong to another
 * person.
 */
const connectOrRefuse = ({ uid, hasOther }: { uid: string; hasOther: boolean }): SocialDecision =>
  hasOther ? { kind: 'refuse', code: 'conflict' } : { kind: 'connect', uid };

/** Returns whether one identity may be disconnected; at least one way to sign in must remain. */
export const mayDisconnect = (person: { mobile: string; identities: number }): boolean =>
  person.mobile !== '' || person.identities > 1;

/** Returns the path of this app to open after a sign-in; '' for text that could lead to another site. */
export function ownPath(next: string): string {
  const isPath = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next);
  return isPath && !next.startsWith('/api/') ? next : '';
}
