// Test environment of identity on a database: an adjustable clock, a recording text-message sender, and the wired use
// cases.
import { afterAll, beforeEach, expect } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import type { SmsMessage } from '../../../ports/sms.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createOpenSession } from '../sessions/sessions.ts';
import { createMobileSignIn } from '../sign-in/mobile-sign-in.ts';
import { createWithProvedMobile } from '../sign-in/prove-mobile.ts';
import { createSendOtp } from '../sign-in/send-otp.ts';
import type { SignInCheck } from '../sign-in/sign-in-check.ts';
import { createRegisterUser, type UserInput } from '../users/create-user.ts';

export const SECOND = 1000;
export const DAY = 24 * 3600 * SECOND;
export const code = (expected: string) => expect.objectContaining({ code: expected });

export async function createIdentityTestbed() {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  const { queries: db, withTx } = database;
  const secret = 'a secret of the tests';
  const ids = uuidV7;
  const clock = { time: Date.UTC(2026, 5, 1, 12), now: () => clock.time };

  let nextNumber = 100;
  /** A valid number that is unused in this database. */
  const newMobile = (): string => `+59894000${(nextNumber++).toString().padStart(3, '0')}`;

  const sms = {
    kind: 'inbox' as const,
    sent: [] as SmsMessage[],
    fails: false,
    send: async (message: SmsMessage) => {
      if (sms.fails) throw new Error('the provider is away');
      sms.sent.push(message);
    },
  };
  beforeEach(() => {
    sms.sent = [];
    sms.fails = false;
    clock.time += DAY;
  });

  /** The operator's settings; tests change them. */
  const settings: { restrictCountry?: boolean; country?: string } = {};
  let nextNetwork = 1;
  /** Each code is requested from another network, unless a test passes one. */
  const newAddress = (): string => `10.${nextNetwork >> 8}.${nextNetwork++ & 255}.7`;
  const sendOtpFrom = createSendOtp({
    withTx,
    clock,
    ids,
    sms,
    secret,
    settings: async () => ({ appName: 'Kerb', restrictCountry: false, country: 'UY', ...settings }),
    textsFor: () => shippedLanguagesApi.textsFor(null),
    isUnthrottled: (mobile) => mobile.startsWith('+59892'),
  });
  const sendOtp = ({ mobile }: { mobile: string }) => sendOtpFrom({ mobile, address: newAddress() });
  const createUser = createRegisterUser({ clock, ids, random: Math.random });
  const openSession = createOpenSession({ clock, ids });
  const withProvedMobile = createWithProvedMobile({ withTx, clock, secret });
  const signInWith = (signInCheck: SignInCheck = async () => true) =>
    createMobileSignIn({ withTx, withProvedMobile, signInCheck, createUser, openSession });

  async function challenge(mobile = newMobile()) {
    const { verificationId, ...times } = await sendOtp({ mobile });
    const otp = sms.sent.at(-1)?.otp ?? '';
    const wrong = otp === '111111' ? '222222' : '111111';
    return { mobile, verificationId, otp, wrong, ...times };
  }

  return {
    database,
    db,
    withTx,
    secret,
    ids,
    clock,
    newMobile,
    sms,
    sendOtp,
    challenge,
    signInWith,
    withProvedMobile,
    signIn: signInWith(),
    addUser: (input: Partial<UserInput> = {}) =>
      withTx((tx) => createUser(tx, { usertype: 'rider', mobile: newMobile(), ...input })),
  };
}
