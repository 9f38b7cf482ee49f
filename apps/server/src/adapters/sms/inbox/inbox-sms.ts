// Development sender: stores text messages in the inbox instead of sending them.
import type { SmsMessage, SmsSender } from '../../../ports/sms.ts';

export function createInboxSms(keep: (message: SmsMessage) => Promise<void>): SmsSender {
  return { kind: 'inbox', send: keep };
}
