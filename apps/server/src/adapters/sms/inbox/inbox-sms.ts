// Development: messages are stored in the inbox instead of being sent.
import type { SmsMessage, SmsSender } from '../../../ports/sms.ts';

export function createInboxSms(keep: (message: SmsMessage) => Promise<void>): SmsSender {
  return { kind: 'inbox', send: keep };
}
