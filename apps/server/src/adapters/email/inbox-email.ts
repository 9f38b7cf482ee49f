// Development: mails are kept in the inbox in place of being sent.
import type { EmailMessage, EmailSender } from '../../ports/email.ts';
import { checkedMessage } from './check-message.ts';

export function createInboxEmail(keep: (message: EmailMessage) => Promise<void>): EmailSender {
  return { kind: 'inbox', send: async (message) => keep(checkedMessage(message)) };
}
