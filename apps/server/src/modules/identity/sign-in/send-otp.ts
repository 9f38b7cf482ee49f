// Sends a sign-in code to a mobile, within the limits, and after a captcha when many codes were sent.
import {
  defaultSendLimits,
  limitsOfKnown,
  NOTIFY_AFTER_UNKNOWN_SENDS,
  networkOf,
  ruleOnSend,
  type SendLimits,
  type SendRuling,
} from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import {
  appendEvent,
  type Clock,
  type Ids,
  type SecurityLog,
  type Tx,
  type WithTx,
} from '../../../kit/index.ts';
import type { Captcha, CaptchaSolution } from '../../../ports/captcha.ts';
import { type SmsSender, UnconfirmedText } from '../../../ports/sms.ts';
import type { ReaderTexts } from '../../languages/index.ts';
import { captchaRepository } from './captcha.repository.ts';
import { knownCallersRepository } from './known-callers.repository.ts';
import { type Caller, findKnownCaller, type KnownCaller, UNKNOWN_CALLERS } from './known-callers.ts';
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
  /** Without it no captcha is required. */
  captcha?: Captcha | undefined;
  /** Key of the HMAC under which codes are stored. */
  secret: string;
  limits?: SendLimits | undefined;
  /** Texts in the language of the account with this number, otherwise in that of the Accept-Language header. */
  textsFor: (mobile: string, acceptLanguage: string | undefined) => Promise<Pick<ReaderTexts, 'text'>>;
  settings: () => Promise<{ appName: string; restrictCountry: boolean; country: string }>;
  /** Whether a number is exempt from all limits: the simulator's users in demonstration mode. */
  isUnthrottled: (mobile: string) => boolean;
  /** Called when the day's limit of sent codes is reached, for the operator's log. */
  onUsedUp?: (() => void) | undefined;
  /** Records the limits that were reached. Omitted: nothing is recorded. */
  security?: Pick<SecurityLog, 'write'> | undefined;
}

export interface SentOtp {
  verificationId: string;
  /** Both in ms since the epoch. */
  expiresAt: number;
  resendAt: number;
}

export interface OtpRequest extends Caller {
  /** The domain the caller signs in at. */
  host?: string | undefined;
  /** The languages of the caller's browser. */
  acceptLanguage?: string | undefined;
  /** The captcha solution as sent by the client, not verified yet. */
  captcha?: string | undefined;
}

export type SendOtp = (input: OtpRequest) => Promise<SentOtp>;

/** Error for a code requested too soon, with the time to wait. */
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
 * `sms_failed` when the sender did not accept the message.
 */
export function createSendOtp(deps: SendOtpDeps): SendOtp {
  const { withTx, clock, ids, sms, captcha, secret, settings, isUnthrottled } = deps;
  const limits = deps.limits ?? defaultSendLimits;

  /**
   * Writes to the security log immediately, because the transaction is rolled back. The short pause between two codes
   * is not reported.
   */
  function reportLimit(mobile: string, { limit, ms }: SendRuling & { kind: 'wait' }): void {
    if (limit !== 'number')
      deps.security?.write({ event: 'codes_limited', limit: limit === 'all' ? 'installation' : limit });
    else if (ms > limits.resendMs)
      deps.security?.write({ event: 'number_locked', cause: 'codes_sent', number: mobile });
  }

  const useSolution = async (tx: Tx, { hasCaptcha, solution, now }: Sending): Promise<void> => {
    if (!hasCaptcha) throw new DomainError('captcha_required');
    if (solution === null || !(await captchaRepository(tx).use(solution, now)))
      throw new DomainError('captcha_wrong');
  };

  /** Checks the limits; returns the allowance that the code counts towards. */
  async function guard(tx: Tx, sending: Sending): Promise<string> {
    const { now, solution } = sending;
    const challenges = otpRepository(tx);
    await challenges.lockAll();
    const known = await findKnownCaller(tx, sending.caller, { secret, now });
    const { mobile } = sending.caller;
    const { network } = sending;
    const ruleOn = async (allowance: string): Promise<{ ruling: SendRuling; ofNumber: number }> => {
      const ofCaller = allowance === UNKNOWN_CALLERS ? limits : limitsOfKnown(limits);
      const counts = await challenges.countSends({ mobile, allowance, network, now }, ofCaller);
      return { ruling: ruleOnSend(counts, ofCaller, now), ofNumber: counts.ofNumber };
    };
    const allowance = known.device ?? (solution ? known.network : null) ?? UNKNOWN_CALLERS;
    const { ruling, ofNumber } = await ruleOn(allowance);
    if (ruling.kind === 'wait') {
      if (ruling.limit === 'all') deps.onUsedUp?.();
      const usual = captcha !== undefined && allowance === UNKNOWN_CALLERS ? known.network : null;
      const isOfNumber = ruling.limit === 'number' && ruling.ms > limits.resendMs;
      const isUsedUp = isOfNumber || ruling.limit === 'all';
      // Other callers have used up the codes of the number or of the day: a captcha solution gives access to the
      // allowance of the usual network.
      if (usual !== null && isUsedUp && (await ruleOn(usual)).ruling.kind !== 'wait')
        throw new DomainError(sending.hasCaptcha ? 'captcha_wrong' : 'captcha_required');
      reportLimit(mobile, ruling);
      throw new TooManySends(ruling.ms);
    }
    const isOnNetwork = allowance === known.network;
    if (captcha !== undefined && (ruling.kind === 'captcha' || isOnNetwork)) await useSolution(tx, sending);
    if (allowance === UNKNOWN_CALLERS) await noteUnknownCaller(tx, known, ofNumber + 1, now);
    return allowance;
  }

  return async function sendOtp(input) {
    const mobile = parseMobile(input.mobile);
    const { appName, restrictCountry, country } = await settings();
    if (restrictCountry && countryOf(mobile) !== country) throw new DomainError('country_not_served');
    const id = ids.next();
    const otp = newOtp();
    const now = clock.now();
    const solution = input.captcha && captcha ? await captcha.judge(input.captcha) : null;
    const sending: Sending = {
      caller: { mobile, address: input.address, device: input.device },
      network: networkOf(input.address),
      now,
      hasCaptcha: Boolean(input.captcha),
      solution,
    };
    const expiresAt = now + otpLimits.validMs;
    const isFree = isUnthrottled(mobile);
    await withTx(async (tx) => {
      const challenges = otpRepository(tx);
      await challenges.lockNumber(mobile);
      const allowance = isFree ? UNKNOWN_CALLERS : await guard(tx, sending);
      await challenges.removeOlder(now - 2 * DAY);
      const mac = macOfOtp(secret, id, otp);
      const network = isFree ? null : sending.network;
      await challenges.add({ id, mobile, mac, now, expiresAt, network, allowance });
    });
    try {
      const { text } = await deps.textsFor(mobile, input.acceptLanguage);
      const sentence = text('message_sign_in_code', { code: otp, appName });
      await sms.send({ to: mobile, text: otpMessage({ text: sentence, otp, host: input.host }), otp });
    } catch (cause) {
      // A code that was certainly not sent does not count. One that may have been sent cost money and counts.
      if (!(cause instanceof UnconfirmedText)) await withTx((tx) => otpRepository(tx).remove(id));
      throw Object.assign(new DomainError('sms_failed'), { cause });
    }
    return { verificationId: id, expiresAt, resendAt: now + limits.resendMs };
  };
}

interface Sending {
  caller: Caller;
  /** The network that limits count by. */
  network: string;
  now: number;
  hasCaptcha: boolean;
  solution: CaptchaSolution | null;
}

/** Publishes, at most once a day, that a caller unknown to the account repeatedly requests codes. */
async function noteUnknownCaller(tx: Tx, { uid }: KnownCaller, sends: number, now: number): Promise<void> {
  if (uid === null || sends < NOTIFY_AFTER_UNKNOWN_SENDS) return;
  if (!(await knownCallersRepository(tx).noteCodesNotice(uid, now, now - DAY))) return;
  await appendEvent(tx, { name: 'sign_in.codes_requested', topics: [], data: { uid } });
}
