// Route handlers for chats.
import { type ChatMessage, routes } from '@kerb/contract';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import type { createListConversations } from './list-conversations.ts';
import type { createListMessages } from './list-messages.ts';
import type { createReadMessages } from './read-messages.ts';

export interface ChatRouteDeps {
  listConversations: ReturnType<typeof createListConversations>;
  listMessages: ReturnType<typeof createListMessages>;
  sendMessage: (actor: Actor, booking: string, message: string) => Promise<ChatMessage>;
  sendImage: (actor: Actor, booking: string, bytes: Buffer) => Promise<ChatMessage>;
  getImage: (actor: Actor, booking: string, message: string) => Promise<StoredFile>;
  readMessages: ReturnType<typeof createReadMessages>;
}

export const chatRoutes = ({
  listConversations,
  listMessages,
  sendMessage,
  sendImage,
  getImage,
  readMessages,
}: ChatRouteDeps): BoundRoute[] => [
  route(routes.listConversations, async ({ params }) => ({ items: await listConversations(params.id) })),
  route(routes.listMessages, async ({ actor, params, query }) => listMessages(actor, params.id, query)),
  route(routes.sendMessage, async ({ actor, params, body }) => sendMessage(actor, params.id, body.message)),
  route(routes.sendMessageImage, ({ actor, params, upload }) => sendImage(actor, params.id, upload.bytes)),
  route(routes.getMessageImage, async ({ actor, params, reply }) => {
    const { bytes } = await getImage(actor, params.id, params.message);
    // Every picture has its own address, so a cached response never becomes stale.
    reply.header('cache-control', 'private, max-age=86400, immutable');
    reply.header('content-disposition', 'inline; filename="message.webp"');
    reply.header('x-content-type-options', 'nosniff');
    return bytes;
  }),
  route(routes.readMessages, async ({ actor, params, body }) => readMessages(actor, params.id, body)),
];
