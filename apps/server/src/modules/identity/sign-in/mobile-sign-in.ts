// Signs in with a sent code: makes the rider's profile on the first sign-in, and opens a session.
import { isOtp } from '@kerb/domain/identity';
import { DomainError, type ErrorCode } from '@kerb/domain/kernel';
import type { Clock, Tx, WithTx } from '../../../kit/index.ts';
import type { UserInput } from '../people/create-user.ts';
import type { User } from '../people/user.ts';
import { usersRepository } from '../people/users.repository.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';
import { type OtpCheck, otpRepository } from './otp.repository.ts';
import { macOfOtp } from './secrets.ts';
import { otpLimits } from './send-otp.ts';
import type { SignInCheck } from './sign-in-check.ts';

export interface MobileSignInDeps {
  withTx: WithTx;
  clock: Clock;
  secret: string;
  signInCheck: SignInCheck;
  createUser: (tx: Tx, input: UserInput) => Promise<User>;
  openSession: (tx: Tx, uid: string, userAgent?: string) => Promise<{ id: string; token: string }>;
}

export type MobileSignIn = (input: {
  verificationId: string;
  otp: string;
  /** What the client calls itself; kept with the session. */
  userAgent?: string;
}) => Promise<{ token: string; user: User }>;

const refusals = {
  wrong: 'otp_wrong',
  expired: 'otp_expired',
  too_many_checks: 'otp_too_many_checks',
} as const satisfies Record<Exclude<OtpCheck['outcome'], 'right'>, ErrorCode>;

/**
 * Throws `otp_validate_error` for what cannot be a code, `otp_wrong`, `otp_expired`, `otp_too_many_checks`,
 * `require_approval` for a profile not approved, and `auth_error` when the operator's check has an issue.
 */
export function createMobileSignIn(deps: MobileSignInDeps): MobileSignIn {
  const { withTx, clock, secret, signInCheck, createUser, openSession } = deps;
  return async (input) => {
    if (!isOtp(input.otp)) throw new DomainError('otp_validate_error');
    const mac = macOfOtp(secret, input.verificationId, input.otp);
    // A refused check is counted, so the refusal is thrown after the commit and not inside it.
    const result = await withTx(async (tx) => {
      const check = await otpRepository(tx).check(
        input.verificationId,
        mac,
        clock.now(),
        otpLimits.maxChecks,
      );
      if (check.outcome !== 'right') return { refusal: refusals[check.outcome] };
      const user = await profileOf(tx, check.mobile, createUser);
      if (!user.approved) return { refusal: 'require_approval' as const };
      return { user, session: await openSession(tx, user.uid, input.userAgent), createTime: check.createdAt };
    });
    if (result.refusal !== undefined) throw new DomainError(result.refusal);
    if (!(await signInCheck({ createTime: result.createTime }))) {
      await withTx((tx) => endSessionOf(tx, result.user.uid, result.session.id));
      throw new DomainError('auth_error');
    }
    return { token: result.session.token, user: result.user };
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
