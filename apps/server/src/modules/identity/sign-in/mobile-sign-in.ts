// Signs in with a sent code: makes the rider's profile on the first sign-in, and opens a session.

import { signInRefusal } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { recordSecurity, type Tx, type WithTx } from '../../../kit/index.ts';
import type { UserInput } from '../users/create-user.ts';
import type { User } from '../users/user.ts';
import { usersRepository } from '../users/users.repository.ts';
import type { WithProvedMobile } from './prove-mobile.ts';
import { createLetStand, type SignInCheck } from './sign-in-check.ts';

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
 * Throws what `WithProvedMobile` throws, `require_approval` for a profile not approved, `not_valid_user_type`
 * for one of an unknown type, and `auth_error` when the operator's check has an issue.
 */
export function createMobileSignIn(deps: MobileSignInDeps): MobileSignIn {
  const { withProvedMobile, createUser, openSession } = deps;
  const letStand = createLetStand(deps);
  return async function mobileSignIn({ verificationId, otp, userAgent }) {
    // Who is refused has used the code all the same, so that refusal too is thrown after the commit.
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
    if (!(await letStand({ uid: user.uid, id: session.id, createTime }))) throw new DomainError('auth_error');
    return { token: session.token, user };
  };
}

/** The person with this number; a number without one becomes a rider: approved, with blank names. */
async function profileOf(tx: Tx, mobile: string, createUser: MobileSignInDeps['createUser']): Promise<User> {
  const users = usersRepository(tx);
  const known = await users.findByMobile(mobile);
  if (known) return known;
  try {
    return await createUser(tx, { usertype: 'rider', mobile });
  } catch (error) {
    // Two codes of a new number used at once: the other one made the profile a moment ago.
    const made = await users.findByMobile(mobile);
    if (made) return made;
    throw error;
  }
}
