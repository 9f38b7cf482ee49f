// Verifies a user's own e-mail address by a code sent to it; other e-mails are only sent to a verified address.
import { createHmac } from 'node:crypto';
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import {
  type Actor,
  appendEvent,
  type Clock,
  escapeHtml,
  type Ids,
  isSameText,
  violatesUnique,
  type WithTx,
} from '../../../kit/index.ts';
import { EmailRefusedError, type EmailSender } from '../../../ports/email.ts';
import type { ReaderTexts } from '../../languages/index.ts';
import type { User } from '../users/user.ts';
import { usersRepository } from '../users/users.repository.ts';

/** Digits and letters that are not easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 to the power of 8 codes, too many to guess. */
const CODE_LENGTH = 8;

export interface VerifyEmailDeps {
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Key of the HMACs that codes are derived from. */
  secret: string;
  /** Null when no e-mail is sent. */
  email: EmailSender | null;
  settings: () => Promise<{ appName: string }>;
  textsFor: (lang: User['lang']) => Promise<Pick<ReaderTexts, 'text' | 'langLocale'>>;
  userOf: (uid: string) => Promise<User | null>;
}

/** Code of a user and address; the same throughout a UTC day. */
export function emailCode(secret: string, { uid, email }: Pick<User, 'uid' | 'email'>, day: number): string {
  const mac = createHmac('sha256', secret).update(`email:${uid}:${email.toLowerCase()}:${day}`).digest();
  // Four bytes for each character: the bias of the remainder is negligible.
  const numbers = Array.from({ length: CODE_LENGTH }, (_, index) => mac.readUInt32BE(index * 4));
  return numbers.map((number) => ALPHABET[number % ALPHABET.length] ?? '').join('');
}

const dayOf = (now: number): number => Math.floor(now / MS_PER_DAY);

function isCodeOf(secret: string, user: User, typed: string, now: number): boolean {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  // Yesterday's code is valid until the end of today.
  return [dayOf(now), dayOf(now) - 1].some((day) => isSameText(code, emailCode(secret, user, day)));
}

/**
 * Throws `unavailable` when no e-mail is sent or the sender rejects it, and `proper_email` for a user without an
 * address.
 */
export function createSendEmailCode(deps: VerifyEmailDeps) {
  const { clock, ids, secret, email, settings, textsFor, userOf } = deps;
  return async function sendEmailCode({ uid }: Actor): Promise<void> {
    const user = await userOf(uid);
    if (user === null) throw new DomainError('not_logged_in');
    if (email === null) throw new DomainError('unavailable', 'No mail is sent here');
    if (user.email === '') throw new DomainError('proper_email');
    if (user.emailVerified) return;
    const { text, langLocale: language } = await textsFor(user.lang);
    const { appName } = await settings();
    const day = dayOf(clock.now());
    const code = emailCode(secret, user, day);
    const title = text('message_email_code_title', { appName });
    const body = text('message_email_code_body', { code: `${code.slice(0, 4)}-${code.slice(4)}`, appName });
    try {
      await email.send({
        id: ids.next(),
        to: user.email,
        subject: title,
        text: `${body}\n\n${appName}`,
        html: `<!doctype html><html lang="${escapeHtml(language)}"><body><p dir="auto">${escapeHtml(body)}</p></body></html>`,
        language,
      });
    } catch (error) {
      throw error instanceof EmailRefusedError ? new DomainError('proper_email') : error;
    }
  };
}

/** Throws `otp_wrong`, and `user_exists` when another account has already verified the address. */
export function createVerifyEmail({ withTx, clock, secret }: VerifyEmailDeps) {
  return async function verifyEmail({ uid }: Actor, code: string): Promise<User> {
    try {
      return await withTx(async (tx) => {
        const users = usersRepository(tx);
        const user = await users.findForUpdate(uid);
        if (user === null) throw new DomainError('not_logged_in');
        if (user.email === '' || !isCodeOf(secret, user, code, clock.now()))
          throw new DomainError('otp_wrong');
        await users.change(uid, { emailVerified: true }, clock.now());
        await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
        return { ...user, emailVerified: true };
      });
    } catch (error) {
      if (violatesUnique(error, 'users_email_key')) throw new DomainError('user_exists');
      throw error;
    }
  };
}
