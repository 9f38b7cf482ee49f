// Entry point of chat: messages between the rider and the driver of a booking, which admins may read.
import { type Actor, insertRows, type ServerModule, type Tx } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatTopics } from './chat.events.ts';
import { chatFor, chatPolicy, readableBy } from './chat.policy.ts';
import { chatRepository } from './chat.repository.ts';
import { chatRoutes } from './chat.routes.ts';
import type { ChatRow, MessageRow } from './chat.tables.ts';
import { imageAddress, imageJobs, scheduleImageRemoval } from './chat-image-files.ts';
import { createGetImage } from './get-image.ts';
import { createListConversations } from './list-conversations.ts';
import { createListMessages } from './list-messages.ts';
import { createPublishTyping } from './publish-typing.ts';
import { createReadMessages } from './read-messages.ts';
import { createSendImage } from './send-image.ts';
import { createSendMessage } from './send-message.ts';

export type { MessageRow } from './chat.tables.ts';

export interface ChatApi {
  /**
   * A message and its recipient, for the notification; null once the recipient has read it or may no longer read it, or
   * when it was deleted.
   */
  unreadMessage(id: string): Promise<UnreadMessage | null>;
  /**
   * The bookings among these whose messages the user may still see: all of a rider, and of a driver those whose chat
   * they may read now.
   */
  readableBy(uid: string, bookings: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes the user's messages and closes their chats for writing; messages of other users stay. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** The user's messages, oldest first. */
  messagesOf(uid: string): Promise<WrittenMessage[]>;
  /** Publishes that the caller is typing in the chat of a booking. Throws `chat_not_found` and `chat_closed`. */
  onTyping(actor: Actor, booking: string): Promise<void>;
}

export interface WrittenMessage {
  booking: string;
  /** ms since the epoch */
  date: number;
  message: string;
  /** Address of the picture; omitted for a text message. */
  image?: string;
}

export interface UnreadMessage {
  booking: string;
  source: 'rider' | 'driver';
  /** Empty for a picture without a text. */
  message: string;
  /** Uid of the recipient. */
  to: string;
}

export function createChatModule(deps: ChatDeps): ServerModule & { api: ChatApi } {
  const repository = chatRepository(deps.db);

  async function unreadMessage(id: string): Promise<UnreadMessage | null> {
    const row = await repository.message(id);
    const chat = row && (await repository.find(row));
    if (!row || !chat) return null;
    const { booking, source, message, seq } = row;
    const read = source === 'rider' ? chat.driver_read : chat.rider_read;
    if (read >= seq) return null;
    const to = source === 'rider' ? chat.driver : chat.customer;
    if (!(await readableBy(deps, to, [booking])).has(booking)) return null;
    return { booking, source, message, to };
  }

  return {
    api: {
      unreadMessage,
      readableBy: (uid, bookings) => readableBy(deps, uid, bookings),
      async erasePerson(tx, uid) {
        for (const image of await chatRepository(tx).erase(uid)) await scheduleImageRemoval(tx, image);
      },
      messagesOf: async (uid) =>
        (await repository.writtenBy(uid)).map(({ booking, id, type, at, message }) => ({
          booking,
          date: at,
          message,
          ...(type === 'image' ? { image: imageAddress({ booking, id }) } : {}),
        })),
      onTyping: createPublishTyping(deps),
    },
    routes: chatRoutes({
      listConversations: createListConversations(deps),
      listMessages: createListMessages(deps),
      sendMessage: createSendMessage(deps),
      sendImage: createSendImage(deps),
      getImage: createGetImage(deps),
      readMessages: createReadMessages(deps),
    }),
    jobs: imageJobs(deps),
    topicPolicies: {
      /**
       * Every user who may read the chat may subscribe; a driver only to their own chat with the rider. Admins and the
       * rider also while the booking has no driver: the chat with the next one appears there.
       */
      async chat(actor, id) {
        if (!actor || !id) return null;
        if (actor.usertype !== 'driver') {
          const booking = await deps.booking.find(id);
          const mayFollow = actor.usertype === 'admin' || booking?.customer === actor.uid;
          return booking && mayFollow ? [chatTopics.ofBooking(id)] : null;
        }
        const chat = await chatFor(deps, actor, id, chatPolicy.listMessages);
        if (!chat) return null;
        const { driver, reader } = chat;
        return [
          reader === 'driver' ? chatTopics.ofDriver({ booking: id, driver }) : chatTopics.ofBooking(id),
        ];
      },
    },
  };
}

export type PastChat = Omit<ChatRow, 'chat_key'>;

/** Inserts past chats with their messages, for seeds. */
export async function insertPastChats(
  tx: Tx,
  chats: readonly PastChat[],
  messages: readonly MessageRow[],
): Promise<void> {
  await insertRows(tx, 'chats', chats);
  await insertRows(tx, 'chat_messages', messages);
}
