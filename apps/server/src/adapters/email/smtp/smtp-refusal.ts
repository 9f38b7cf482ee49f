// Distinguishes permanent refusals of a mail server from temporary ones.
import { z } from 'zod';
import { oneLine } from '../check-message.ts';

/** What nodemailer says of a failure: the command that was answered, the answer, and its three digits. */
const failure = z.object({ command: z.string(), response: z.string(), responseCode: z.number() });

/** RFC 3463: the class, subject and detail after the three digits. Some servers put a # or a bracket before them. */
const ENHANCED = /^\d{3}[ -][#([]?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
/**
 * RFC 3463, 3.2, and RFC 7505: the recipient's address is invalid or unknown. Not the rest of 5.1.x: 5.1.7 and 5.1.8 are
 * the sender's address, and 5.1.0 may be, which some servers refuse only when the recipient is named.
 */
const NO_SUCH_ADDRESS = /^5\.1\.(?:[1-46]|10)$/;
/** RFC 3463, 3.4 and 3.7: the message is larger than the server takes, or its content is not supported there. */
const NO_SUCH_MESSAGE = /^5\.(?:6\.\d+|3\.4)$/;
/** RFC 5321, 4.2.2, from a server that says no more: no such mailbox, not one of ours, a name that is not allowed. */
const NO_MAILBOX = [550, 551, 553];

/**
 * Whether trying again is no use: only where the answer is clearly about the recipient's address or the message itself.
 * Other 5yz answers are the installation's or temporary, and end by themselves or by the operator's action: a sender
 * not verified, a block list, a quota, a full mailbox (RFC 5321, 4.5.3.1.10: 552 to a recipient is to be taken as 452).
 */
export function isRefusedForGood(error: unknown): boolean {
  const { data } = failure.safeParse(error);
  if (data === undefined || data.responseCode < 500 || data.responseCode > 599) return false;
  const enhanced = ENHANCED.exec(data.response)?.[1];
  if (data.command === 'DATA') return enhanced !== undefined && NO_SUCH_MESSAGE.test(enhanced);
  if (data.command !== 'RCPT TO') return false;
  return enhanced === undefined ? NO_MAILBOX.includes(data.responseCode) : NO_SUCH_ADDRESS.test(enhanced);
}

/** RFC 5321, 3.8: the server is shutting down or takes no more connections. */
const CLOSING = 421;
/** Commands of one message; those before them open the session. */
const messageCommands = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** Errors of nodemailer about the message itself, before the server is called. */
const ownErrors = ['EENVELOPE', 'EMESSAGE', 'ESTREAM'];

/**
 * Whether the server takes no mail at all: it does not answer, answers something other than SMTP, or refuses the
 * session. A refusal of one recipient or one message, for good or for now, is no outage.
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

/** The server's answer on one line, without addresses: it is stored longer than some accounts exist. */
export const answerOf = (error: unknown): string =>
  oneLine(
    (error instanceof Error ? error.message : 'The mail was not sent').replace(/\S+@\S+/g, '<address>'),
  );
