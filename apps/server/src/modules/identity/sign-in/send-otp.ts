// Sends a sign-in code to a mobile number, not too often and not too many a day.
import { DomainError } from '@kerb/domain/kernel';
import type { Clock, Ids, WithTx } from '../../../kit/index.ts';
import type { SmsSender } from '../../../ports/sms.ts';
import { otpRepository } from './otp.repository.ts';
import { parseMobile } from './parse-mobile.ts';
import { macOfOtp, newOtp } from './secrets.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;

export const otpLimits = {
  validMs: 5 * 60 * SECOND,
  resendMs: 30 * SECOND,
  perNumberAndDay: 10,
  maxChecks: 5,
} as const;

export interface SendOtpDeps {
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  /** Keys the HMAC under which codes are kept. */
  secret: string;
  appName: () => Promise<string>;
  /** Numbers free of the pauses between codes: the simulator's people in demonstration mode. */
  isUnthrottled: (mobile: string) => boolean;
}

export interface SentOtp {
  verificationId: string;
  /** ms since the epoch, both */
  expiresAt: number;
  resendAt: number;
}

/** Throws `invalid_mobile`, `otp_too_many_sends`, and `sms_failed` when the sender could not take it. */
export function createSendOtp(deps: SendOtpDeps) {
  const { withTx, clock, ids, sms, secret, appName, isUnthrottled } = deps;
  return async (input: { mobile: string }): Promise<SentOtp> => {
    const mobile = parseMobile(input.mobile);
    const [id, otp, now] = [ids.next(), newOtp(), clock.now()];
    const expiresAt = now + otpLimits.validMs;
    await withTx(async (tx) => {
      const challenges = otpRepository(tx);
      await challenges.lockNumber(mobile);
      const { count, last } = await challenges.sendsSince(mobile, now - DAY);
      if (!isUnthrottled(mobile)) guardThrottle(count, last, now);
      await challenges.removeOlder(now - 2 * DAY);
      await challenges.add({ id, mobile, mac: macOfOtp(secret, id, otp), now, expiresAt });
    });
    try {
      await sms.send({ to: mobile, text: `${otp} is your ${await appName()} code. Tell nobody.`, otp });
    } catch (cause) {
      // A code that never left counts for nothing.
      await withTx((tx) => otpRepository(tx).remove(id));
      throw Object.assign(new DomainError('sms_failed'), { cause });
    }
    return { verificationId: id, expiresAt, resendAt: now + otpLimits.resendMs };
  };
}

/** The refusal of a code asked for too soon, with the seconds to wait. */
export class TooManySends extends DomainError {
  readonly retryAfterSecs: number;

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / SECOND);
    super('otp_too_many_sends', `Ask for another code in ${seconds} s.`);
    this.retryAfterSecs = seconds;
  }
}

function guardThrottle(count: number, last: number | null, now: number): void {
  if (last !== null && now < last + otpLimits.resendMs)
    throw new TooManySends(last + otpLimits.resendMs - now);
  // The oldest of the day is not looked up: an hour is a fair time to try again.
  if (count >= otpLimits.perNumberAndDay) throw new TooManySends(HOUR);
}
