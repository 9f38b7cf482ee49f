// The checks every e-mail sender makes before a message is sent: invalid addresses and line breaks in headers.
import { email } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { EmailMessage } from '../../ports/email.ts';

/** Everything that could end a header line, or hide in one. */
const controls = /\p{Cc}+/gu;
const MOST_LETTERS = 200;

export const oneLine = (text: string): string => text.replace(controls, ' ').trim().slice(0, MOST_LETTERS);

/** Throws `proper_email`: one plain address only, no list and no name. */
export function checkedMessage(message: EmailMessage): EmailMessage {
  if (!email.safeParse(message.to).success || message.to.trim() !== message.to)
    throw new DomainError('proper_email');
  return { ...message, subject: oneLine(message.subject) };
}
