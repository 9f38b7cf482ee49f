// Validates a message for all e-mail senders: rejects invalid addresses, and removes line breaks from headers.
import { email } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { EmailMessage } from '../../ports/email.ts';

/** Control characters, which could end a header line or be hidden in one. */
const controls = /\p{Cc}+/gu;
const MAX_CHARACTERS = 200;

export const oneLine = (text: string): string => text.replace(controls, ' ').trim().slice(0, MAX_CHARACTERS);

/** Throws `proper_email` unless the recipient is exactly one plain address, without a name. */
export function checkedMessage(message: EmailMessage): EmailMessage {
  if (!email.safeParse(message.to).success || message.to.trim() !== message.to)
    throw new DomainError('proper_email');
  return { ...message, subject: oneLine(message.subject) };
}
