// Subscriber to chat events: notifies the recipient of an unread message, and marks the notices of a read chat as read.
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import type { NotifyPeople } from './create/notify-people.ts';

/** A message that its recipient has not read. */
export interface MessageForNotices {
  booking: string;
  source: 'rider' | 'driver';
  /** Empty for a picture without a text. */
  message: string;
  to: string;
}

export interface OnChatEventDeps {
  /** Null for a message that was read or deleted meanwhile, or that its recipient may no longer read. */
  unreadMessage: (id: string) => Promise<MessageForNotices | null>;
  findBooking: (id: string) => Promise<{ customer_name: string; driver_name: string | null } | null>;
  notifyPeople: NotifyPeople;
  /** Marks the reader's notices of the booking's chat as read. */
  readChatNotices: (uid: string, booking: string) => Promise<void>;
}

const written = z.object({ message_id: z.string() });
const read = z.object({ booking_id: z.string(), by: z.string() });

export function onChatEvent(deps: OnChatEventDeps): Subscriber {
  return {
    name: 'notifications.on-chat-message',
    events: ['chat.message', 'chat.read'],
    async handle(event) {
      if (event.name === 'chat.read') {
        const { booking_id, by } = read.parse(event.data);
        return deps.readChatNotices(by, booking_id);
      }
      const message = await deps.unreadMessage(written.parse(event.data).message_id);
      const booking = message && (await deps.findBooking(message.booking));
      if (!message || !booking) return;
      const { to: uid, message: text } = message;
      const name = message.source === 'rider' ? booking.customer_name : (booking.driver_name ?? '');
      const params = { bookingId: message.booking };
      await deps.notifyPeople(event, [{ uid, kind: 'chat_message', words: { name, text }, params }]);
    },
  };
}
