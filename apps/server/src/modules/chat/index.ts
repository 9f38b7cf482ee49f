// Front door of chat: rider and driver of a booking write to each other, admins may read.
import type { ServerModule, Tx } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatTopics } from './chat.events.ts';
import { chatFor, chatPolicy } from './chat.policy.ts';
import { chatRepository } from './chat.repository.ts';
import { chatRoutes } from './chat.routes.ts';
import { createListMessages } from './list-messages.ts';
import { createReadMessages } from './read-messages.ts';
import { createSendMessage } from './send-message.ts';

export interface ChatApi {
  /** A message with who it is for, for telling them; null once that person has read it, or when it is gone. */
  unreadMessage(id: string): Promise<UnreadMessage | null>;
  /** Takes away what the person wrote; what others wrote stays, and nobody writes in those chats any more. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** What the person wrote, oldest first. */
  messagesOf(uid: string): Promise<{ booking: string; date: number; message: string }[]>;
}

export interface UnreadMessage {
  booking: string;
  source: 'rider' | 'driver';
  message: string;
  /** Uid of the other side. */
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
    return { booking, source, message, to: source === 'rider' ? chat.driver : chat.customer };
  }

  return {
    api: {
      unreadMessage,
      erasePerson: (tx, uid) => chatRepository(tx).erase(uid),
      messagesOf: async (uid) =>
        (await repository.writtenBy(uid)).map(({ booking, at, message }) => ({ booking, date: at, message })),
    },
    routes: chatRoutes({
      listMessages: createListMessages(deps),
      sendMessage: createSendMessage(deps),
      readMessages: createReadMessages(deps),
    }),
    topicPolicies: {
      /** Whoever may read the chat hears of it; a driver only of his own with the rider. */
      async chat(actor, id) {
        if (!actor || !id) return null;
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
