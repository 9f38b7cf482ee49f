// Route declarations of the chat of a booking. Rider and driver can write, admins can read.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, imageMaxBytes, pageOf, pageQuery, uuid } from '../pages.ts';

const tag = 'chat';

/**
 * Specification §3: `message`, `from` (uid), `type`, `msgDate`, `msgTime` (date and time in settings.timezone),
 * `source`.
 */
export const chatMessage = z.object({
  id: z.string(),
  message: z.string(),
  from: z.string(),
  /** `msg` is a text message, as the specification names it; an `image` can have a caption in `message`. */
  type: z.enum(['msg', 'image']),
  /** URL of the picture, for users who may read the chat; null for a text message. */
  image: z.string().nullable(),
  /** Date and time of the message as YYYY-MM-DD and HH:mm in the operator's time zone. */
  msgDate: z.string(),
  msgTime: z.string(),
  source: z.enum(['rider', 'driver']),
  /** Time of the message in ms since the epoch. */
  at: z.number(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** The chat of a booking with one of its drivers: a booking that was reassigned has one with each. */
export const conversation = z.object({
  /** uid */
  driver: z.string(),
  /** Name of the driver; empty once their account is deleted. */
  name: z.string(),
  /** Time of the newest message in ms since the epoch. */
  lastAt: z.number(),
});
export type Conversation = z.infer<typeof conversation>;

export const chatRoutes = {
  listConversations: defineRoute({
    method: 'GET',
    path: '/bookings/:id/conversations',
    summary:
      'The drivers, present and earlier, with whom the rider of a booking exchanged messages, newest first',
    tag,
    access: ['admin'],
    params: idParams,
    answer: z.object({ items: z.array(conversation) }),
    errors: ['not_found'],
  }),
  listMessages: defineRoute({
    method: 'GET',
    path: '/bookings/:id/messages',
    summary: 'The messages of a booking, newest first',
    tag,
    access: ['rider', 'driver', 'admin'],
    params: idParams,
    query: pageQuery.extend({
      /** For admins: the conversation with this driver, who may have been replaced. Ignored for riders and drivers. */
      driver: uuid.optional(),
    }),
    answer: pageOf(chatMessage).extend({
      /** Whether the caller can write messages now. */
      open: z.boolean(),
      /** Messages of the other party that the caller has not read. */
      unread: z.number().int(),
      /** Time up to which the other party has read the messages; null when they have read none. */
      readUntil: z.number().nullable(),
    }),
    errors: ['chat_not_found', 'chat_closed'],
  }),
  sendMessage: defineRoute({
    method: 'POST',
    path: '/bookings/:id/messages',
    summary: 'Write to the other side of the booking',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    body: z.object({ message: z.string().trim().min(1).max(1000) }),
    answer: chatMessage,
    status: 201,
    errors: ['chat_not_found', 'chat_closed'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  sendMessageImage: defineRoute({
    method: 'POST',
    path: '/bookings/:id/messages/image',
    summary: 'Send a picture to the other party, in field `image`; stored scaled down, without metadata',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    upload: { field: 'image', maxBytes: imageMaxBytes },
    answer: chatMessage,
    status: 201,
    errors: ['chat_not_found', 'chat_closed', 'payload_too_large', 'image_unreadable', 'image_too_large'],
    rateLimit: { max: 10, windowSeconds: 60 },
  }),
  getMessageImage: defineRoute({
    method: 'GET',
    path: '/bookings/:id/messages/:message/image',
    summary: 'A picture of the chat',
    tag,
    access: ['rider', 'driver', 'admin'],
    params: idParams.extend({ message: uuid }),
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['chat_not_found', 'chat_closed', 'not_found'],
  }),
  readMessages: defineRoute({
    method: 'POST',
    path: '/bookings/:id/messages/read',
    summary: 'I have read everything so far, or up to a message',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    body: z.object({
      /** Id of the newest message that the caller has seen; without it all messages are marked as read. */
      upTo: uuid.optional(),
    }),
    answer: z.void(),
    errors: ['chat_not_found', 'chat_closed', 'not_found'],
  }),
};
