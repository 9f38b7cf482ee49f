// Development sender: stores mails in the inbox instead of sending them.
import type { EmailMessage, EmailSender } from '../../../ports/email.ts';
import { checkedMessage } from '../check-message.ts';

export function createInboxEmail(keep: (message: EmailMessage) => Promise<void>): EmailSender {
  return { kind: 'inbox', send: async (message) => keep(checkedMessage(message)) };
}
