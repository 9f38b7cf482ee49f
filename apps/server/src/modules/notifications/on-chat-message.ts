// Hears of chat messages and tells the other side, unless it has read them already.
import type { Lang } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Clock, Queries, Subscriber } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import { wordChatNotice } from './chat-notices.ts';
import { noticesRepository } from './notices.repository.ts';

/** A message that its receiver has not read. */
export interface MessageForNotices {
  booking: string;
  source: 'rider' | 'driver';
  message: string;
  to: string;
}

export interface OnChatMessageDeps {
  db: Queries;
  clock: Clock;
  push: PushSender;
  /** Null for one that was read meanwhile, or that is gone. */
  unreadMessage: (id: string) => Promise<MessageForNotices | null>;
  findBooking: (id: string) => Promise<{ customer_name: string; driver_name: string | null } | null>;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, { lang: Lang | null }>>;
  onError: (error: unknown) => void;
}

const written = z.object({ message_id: z.string() });

/** A sender that fails is told and not tried again: a late notice would only mislead. */
export function onChatMessage(deps: OnChatMessageDeps): Subscriber {
  const notices = noticesRepository(deps.db);
  return {
    name: 'notifications.on-chat-message',
    events: ['chat.message'],
    async handle({ position, data }) {
      const message = await deps.unreadMessage(written.parse(data).message_id);
      const booking = message && (await deps.findBooking(message.booking));
      if (!message || !booking) return;
      const { to: uid } = message;
      const receiver = (await deps.usersOf([uid])).get(uid);
      if (!receiver) return;
      const name = message.source === 'rider' ? booking.customer_name : (booking.driver_name ?? '');
      const words = wordChatNotice(receiver.lang?.langLocale, name, message.message);
      const to = { screen: 'onlineChat' as const, params: { bookingId: message.booking } };
      const notice = { position, uid, kind: 'chat_message' as const, ...words, ...to, at: deps.clock.now() };
      for (const { title, body, screen, params } of await notices.addMissing([notice]))
        await deps.push.send({ uid, title, body, screen, params }).catch(deps.onError);
    },
  };
}
