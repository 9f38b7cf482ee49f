// The routes of chats.
import { type ChatMessage, routes } from '@kerb/contract';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';
import type { createListMessages } from './list-messages.ts';

export interface ChatRouteDeps {
  listMessages: ReturnType<typeof createListMessages>;
  sendMessage: (actor: Actor, booking: string, message: string) => Promise<ChatMessage>;
  readMessages: (actor: Actor, booking: string) => Promise<void>;
}

export const chatRoutes = ({ listMessages, sendMessage, readMessages }: ChatRouteDeps): BoundRoute[] => [
  route(routes.listMessages, async ({ actor, params, query }) => listMessages(actor, params.id, query)),
  route(routes.sendMessage, async ({ actor, params, body }) => sendMessage(actor, params.id, body.message)),
  route(routes.readMessages, async ({ actor, params }) => readMessages(actor, params.id)),
];
