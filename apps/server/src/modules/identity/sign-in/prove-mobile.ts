// Proves that a user owns a mobile by the code sent to it; used by sign-in, sign-up and a change of number.
import { isOtp } from '@kerb/domain/identity';
import { DomainError, type ErrorCode } from '@kerb/domain/kernel';
import { type Clock, recordSecurity, type Tx, type WithTx } from '../../../kit/index.ts';
import { type OtpCheck, otpRepository } from './otp.repository.ts';
import { macOfOtp } from './secrets.ts';
import { otpLimits } from './send-otp.ts';

export interface ProvedMobile {
  /** E.164 */
  mobile: string;
  /** Time when the code was sent, in ms since the epoch. */
  sentAt: number;
}

/**
 * Runs the work in the transaction that uses the code. When the work throws, the transaction is rolled back and the
 * code stays valid. When the code is rejected, the work is not run but the check is counted. Throws
 * `otp_validate_error` for a malformed code, `otp_wrong`, `otp_expired` and `otp_too_many_checks`.
 */
export type WithProvedMobile = <T>(
  proof: { verificationId: string; otp: string },
  work: (tx: Tx, proved: ProvedMobile) => Promise<T>,
) => Promise<T>;

const refusals = {
  wrong: 'otp_wrong',
  expired: 'otp_expired',
  too_many_checks: 'otp_too_many_checks',
} as const satisfies Record<Exclude<OtpCheck['outcome'], 'right'>, ErrorCode>;

/** Records the failed check that uses up the last try; further checks fail like a wrong code. */
function recordFailure(tx: Tx, check: Exclude<OtpCheck, { outcome: 'right' }>): void {
  const { outcome, mobile } = check;
  recordSecurity(tx, { event: 'sign_in_failed', way: 'code', reason: refusals[outcome], number: mobile });
  if (check.outcome === 'wrong' && check.checks >= otpLimits.maxChecks)
    recordSecurity(tx, { event: 'number_locked', cause: 'wrong_codes', number: check.mobile });
}

export function createWithProvedMobile(deps: {
  withTx: WithTx;
  clock: Clock;
  secret: string;
}): WithProvedMobile {
  const { withTx, clock, secret } = deps;
  return async function withProvedMobile<T>(
    { verificationId, otp }: { verificationId: string; otp: string },
    work: (tx: Tx, proved: ProvedMobile) => Promise<T>,
  ): Promise<T> {
    if (!isOtp(otp)) throw new DomainError('otp_validate_error');
    const mac = macOfOtp(secret, verificationId, otp);
    // The error is thrown after the commit, because a rollback would not count the check.
    const done = await withTx<{ refusal: ErrorCode } | { value: T }>(async (tx) => {
      const check = await otpRepository(tx).check(verificationId, mac, clock.now(), otpLimits.maxChecks);
      if (check.outcome !== 'right') {
        recordFailure(tx, check);
        return { refusal: refusals[check.outcome] };
      }
      return { value: await work(tx, { mobile: check.mobile, sentAt: check.createdAt }) };
    });
    if ('refusal' in done) throw new DomainError(done.refusal);
    return done.value;
  };
}
