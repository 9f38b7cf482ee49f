// Signs in with a sent code: creates the rider's profile on the first sign-in, and opens a session.

import { signInRefusal } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { recordSecurity, type Tx, type WithTx } from '../../../kit/index.ts';
import type { UserInput } from '../users/create-user.ts';
import type { User } from '../users/user.ts';
import { usersRepository } from '../users/users.repository.ts';
import type { WithProvedMobile } from './prove-mobile.ts';
import { createEnforceSignInCheck, type SignInCheck } from './sign-in-check.ts';

export interface MobileSignInDeps {
  withTx: WithTx;
  withProvedMobile: WithProvedMobile;
  signInCheck: SignInCheck;
  createUser: (tx: Tx, input: UserInput) => Promise<User>;
  openSession: (tx: Tx, uid: string, userAgent?: string) => Promise<{ id: string; token: string }>;
}

export type MobileSignIn = (input: {
  verificationId: string;
  otp: string;
  /** The User-Agent header; stored with the session. */
  userAgent?: string;
}) => Promise<{ token: string; user: User }>;

/**
 * Throws the errors of `WithProvedMobile`, `require_approval` for a profile that is not approved, `not_valid_user_type`
 * for an unknown type, and `auth_error` when the operator's check rejects the sign-in.
 */
export function createMobileSignIn(deps: MobileSignInDeps): MobileSignIn {
  const { withProvedMobile, createUser, openSession } = deps;
  const enforceSignInCheck = createEnforceSignInCheck(deps);
  return async function mobileSignIn({ verificationId, otp, userAgent }) {
    // A rejected user has used the code too, so the error is thrown after the commit.
    const result = await withProvedMobile({ verificationId, otp }, async (tx, { mobile, sentAt }) => {
      const user = await profileOf(tx, mobile, createUser);
      const refusal = signInRefusal(user);
      if (refusal !== null) {
        recordSecurity(tx, { event: 'sign_in_failed', way: 'code', reason: refusal, uid: user.uid });
        return { refusal };
      }
      const session = await openSession(tx, user.uid, userAgent);
      recordSecurity(tx, { event: 'signed_in', uid: user.uid, way: 'code' });
      return { user, session, createTime: sentAt };
    });
    if (result.refusal !== undefined) throw new DomainError(result.refusal);
    const { user, session, createTime } = result;
    if (!(await enforceSignInCheck({ uid: user.uid, id: session.id, createTime })))
      throw new DomainError('auth_error');
    return { token: session.token, user };
  };
}

/** The user with this number; creates an approved rider with blank names when there is no such user. */
async function profileOf(tx: Tx, mobile: string, createUser: MobileSignInDeps['createUser']): Promise<User> {
  const users = usersRepository(tx);
  const known = await users.findByMobile(mobile);
  if (known) return known;
  try {
    return await createUser(tx, { usertype: 'rider', mobile });
  } catch (error) {
    // Two codes of a new number were used at once, and the other transaction has just created the profile.
    const made = await users.findByMobile(mobile);
    if (made) return made;
    throw error;
  }
}
