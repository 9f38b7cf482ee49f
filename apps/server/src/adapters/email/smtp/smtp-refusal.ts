// Distinguishes permanent rejections by a mail server from temporary ones.
import { z } from 'zod';
import { oneLine } from '../check-message.ts';

/** The fields of a nodemailer error that are used: the rejected command, the answer, and its three-digit code. */
const failure = z.object({ command: z.string(), response: z.string(), responseCode: z.number() });

/**
 * RFC 3463 enhanced status code (class.subject.detail) after the three digits. Some servers put a # or a bracket before
 * it.
 */
const ENHANCED = /^\d{3}[ -][#([]?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
/**
 * RFC 3463, 3.2, and RFC 7505: the recipient's address is invalid or unknown. The other 5.1.x codes are excluded: 5.1.7
 * and 5.1.8 concern the sender's address, and 5.1.0 may, because some servers reject the sender only at the RCPT
 * command.
 */
const NO_SUCH_ADDRESS = /^5\.1\.(?:[1-46]|10)$/;
/** RFC 3463, 3.4 and 3.7: the message is larger than the server accepts, or its content is not supported. */
const NO_SUCH_MESSAGE = /^5\.(?:6\.\d+|3\.4)$/;
/** RFC 5321, 4.2.2, for servers without enhanced codes: no such mailbox, not a local user, mailbox name not allowed. */
const NO_MAILBOX = [550, 551, 553];

/**
 * Whether a retry is useless: only when the answer is clearly about the recipient's address or the message itself.
 * Other 5yz answers concern the installation or are temporary, and disappear by themselves or after the operator's
 * action: an unverified sender, a block list, a quota, a full mailbox (RFC 5321, 4.5.3.1.10: 552 for a recipient is
 * treated as 452).
 */
export function isRefusedForGood(error: unknown): boolean {
  const { data } = failure.safeParse(error);
  if (data === undefined || data.responseCode < 500 || data.responseCode > 599) return false;
  const enhanced = ENHANCED.exec(data.response)?.[1];
  if (data.command === 'DATA') return enhanced !== undefined && NO_SUCH_MESSAGE.test(enhanced);
  if (data.command !== 'RCPT TO') return false;
  return enhanced === undefined ? NO_MAILBOX.includes(data.responseCode) : NO_SUCH_ADDRESS.test(enhanced);
}

/** RFC 5321, 3.8: the server is shutting down or accepts no more connections. */
const CLOSING = 421;
/** Commands that belong to one message; earlier commands open the session. */
const messageCommands = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** nodemailer's errors about the message itself, raised before the server is called. */
const ownErrors = ['EENVELOPE', 'EMESSAGE', 'ESTREAM'];

/**
 * Whether the server accepts no mail at all: it does not answer, does not speak SMTP, or rejects the session. A
 * rejected recipient or message, permanent or temporary, is no outage.
 */
export function isOutage(error: unknown): boolean {
  const { data } = failure.safeParse(error);
  if (data !== undefined) return data.responseCode === CLOSING || !messageCommands.includes(data.command);
  return !(
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    ownErrors.includes(error.code)
  );
}

/** The server's answer in one line with addresses removed, because it may be stored longer than the account exists. */
export const answerOf = (error: unknown): string =>
  oneLine(
    (error instanceof Error ? error.message : 'The mail was not sent').replace(/\S+@\S+/g, '<address>'),
  );
