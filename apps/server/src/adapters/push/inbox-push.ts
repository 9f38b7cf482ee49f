// Development: notifications are kept in the inbox in place of being sent to devices.
import type { PushMessage, PushSender } from '../../ports/push.ts';

export function createInboxPush(keep: (message: PushMessage) => Promise<void>): PushSender {
  return { kind: 'inbox', send: keep };
}
