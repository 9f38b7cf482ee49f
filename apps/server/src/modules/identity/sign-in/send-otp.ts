// Sends a sign-in code to a mobile number, within the limits, and after a solved challenge when much was sent.
import { defaultSendLimits, networkOf, ruleOnSend, type SendLimits } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Clock, Ids, Tx, WithTx } from '../../../kit/index.ts';
import type { Captcha, CaptchaSolution } from '../../../ports/captcha.ts';
import type { SmsSender } from '../../../ports/sms.ts';
import type { ReaderTexts } from '../../languages/index.ts';
import { captchaRepository } from './captcha.repository.ts';
import { otpRepository } from './otp.repository.ts';
import { otpMessage } from './otp-message.ts';
import { countryOf, parseMobile } from './parse-mobile.ts';
import { macOfOtp, newOtp } from './secrets.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

export const otpLimits = { validMs: 5 * 60 * SECOND, maxChecks: 5 } as const;

export interface SendOtpDeps {
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  /** Without one nobody is asked for a challenge. */
  captcha?: Captcha | undefined;
  /** Keys the HMAC under which codes are kept. */
  secret: string;
  limits?: SendLimits | undefined;
  /** What is said to whoever has this number, else to whoever reads these languages of a browser. */
  textsFor: (mobile: string, acceptLanguage: string | undefined) => Promise<Pick<ReaderTexts, 'text'>>;
  settings: () => Promise<{ appName: string; restrictCountry: boolean; country: string }>;
  /** Numbers free of all limits: the simulator's people in demonstration mode. */
  isUnthrottled: (mobile: string) => boolean;
  /** All codes of the day were sent: the operator should know. */
  onUsedUp?: (() => void) | undefined;
}

export interface SentOtp {
  verificationId: string;
  /** ms since the epoch, both */
  expiresAt: number;
  resendAt: number;
}

export interface OtpRequest {
  mobile: string;
  /** The caller's IP address. */
  address: string;
  /** The domain the caller signs in at. */
  host?: string | undefined;
  /** The languages of the caller's browser. */
  acceptLanguage?: string | undefined;
  /** A solved challenge, as it came. */
  captcha?: string | undefined;
}

export type SendOtp = (input: OtpRequest) => Promise<SentOtp>;

/** The refusal of a code asked for too soon, with the seconds to wait. */
export class TooManySends extends DomainError {
  readonly retryAfterSecs: number;

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / SECOND);
    super('otp_too_many_sends', `Ask for another code in ${seconds} s.`);
    this.retryAfterSecs = seconds;
  }
}

/**
 * Throws `invalid_mobile`, `country_not_served`, `otp_too_many_sends`, `captcha_required`, `captcha_wrong`, and
 * `sms_failed` when the sender could not take it.
 */
export function createSendOtp(deps: SendOtpDeps): SendOtp {
  const { withTx, clock, ids, sms, captcha, secret, settings, isUnthrottled } = deps;
  const limits = deps.limits ?? defaultSendLimits;

  async function guard(tx: Tx, sending: Sending, solution: CaptchaSolution | null): Promise<void> {
    const { mobile, network, now, hasCaptcha } = sending;
    const challenges = otpRepository(tx);
    await challenges.lockAll();
    const ruling = ruleOnSend(await challenges.countSends(mobile, network, now), limits, now);
    switch (ruling.kind) {
      case 'send':
        return;
      case 'wait':
        if (ruling.limit === 'all') deps.onUsedUp?.();
        throw new TooManySends(ruling.ms);
      case 'captcha':
        if (captcha === undefined) return;
        if (!hasCaptcha) throw new DomainError('captcha_required');
        if (solution === null || !(await captchaRepository(tx).use(solution, now)))
          throw new DomainError('captcha_wrong');
    }
  }

  return async (input) => {
    const mobile = parseMobile(input.mobile);
    const { appName, restrictCountry, country } = await settings();
    if (restrictCountry && countryOf(mobile) !== country) throw new DomainError('country_not_served');
    const [id, otp, now] = [ids.next(), newOtp(), clock.now()];
    const sending = { mobile, network: networkOf(input.address), now, hasCaptcha: Boolean(input.captcha) };
    const solution = input.captcha && captcha ? await captcha.judge(input.captcha) : null;
    const expiresAt = now + otpLimits.validMs;
    const isFree = isUnthrottled(mobile);
    await withTx(async (tx) => {
      const challenges = otpRepository(tx);
      await challenges.lockNumber(mobile);
      if (!isFree) await guard(tx, sending, solution);
      await challenges.removeOlder(now - 2 * DAY);
      const mac = macOfOtp(secret, id, otp);
      await challenges.add({ id, mobile, mac, now, expiresAt, network: isFree ? null : sending.network });
    });
    try {
      const { text } = await deps.textsFor(mobile, input.acceptLanguage);
      const sentence = text('message_sign_in_code', { code: otp, appName });
      await sms.send({ to: mobile, text: otpMessage({ text: sentence, otp, host: input.host }), otp });
    } catch (cause) {
      // A code that never left counts for nothing.
      await withTx((tx) => otpRepository(tx).remove(id));
      throw Object.assign(new DomainError('sms_failed'), { cause });
    }
    return { verificationId: id, expiresAt, resendAt: now + limits.resendMs };
  };
}

interface Sending {
  mobile: string;
  network: string;
  now: number;
  hasCaptcha: boolean;
}
