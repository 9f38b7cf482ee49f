// Test environment of chats: the booking environment with the chat module, and with notifications subscribed to it.
import {
  type ChatMessage,
  type Conversation,
  type NoticeView,
  type RouteDefinition,
  routes,
} from '@kerb/contract';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { markIdempotentEffect } from '../../../kit/http/idempotency.ts';
import { type Actor, createTransactor, type StoredEvent } from '../../../kit/index.ts';
import { createLogger } from '../../../kit/observe/logger.ts';
import { createModuleServer, sessionsByUid } from '../../../kit/testing/module-server.ts';
import { type Answer, createBookingEnvironment } from '../../booking/testing/booking-environment.ts';
import { multipart } from '../../fleet/testing/people-over-http.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createNotificationsModule } from '../../notifications/index.ts';
import { createChatModule } from '../index.ts';

export interface ChatAnswer {
  items: ChatMessage[];
  nextCursor: string | null;
  open: boolean;
  unread: number;
  readUntil: number | null;
}

/** Creates the booking test environment with the routes, topics and notifications of chats. */
export async function createChatEnvironment(change: Partial<Settings> = {}) {
  const town = await createBookingEnvironment(change);
  const { database, identity } = town;
  const withTx = createTransactor(database.queries, { beforeCommit: markIdempotentEffect });
  const settings = { get: async () => settingsSchema.parse(change) };
  const base = {
    db: database.queries,
    withTx,
    clock: { now: town.now },
    ids: { next: () => v7() },
    settings,
  };
  /** Typing signals that were published, each with its sender and internal topics. */
  const typing: { topics: readonly string[]; from: string }[] = [];
  const chat = createChatModule({
    ...base,
    identity,
    images: town.files.images,
    storage: town.files.storage,
    booking: town.booking,
    live: { publishTyping: (topics, from) => void typing.push({ topics, from }) },
  });
  const logger = createLogger('error');
  const notifications = createNotificationsModule({
    ...base,
    languages: shippedLanguagesApi,
    logger,
    identity,
    users: { guardManaged: async () => undefined },
    booking: town.booking,
    chat: chat.api,
    safety: { findReport: async () => null, trackingToken: async () => null },
    inbox: null,
    showsInbox: false,
    push: {
      web: { kind: 'web-push', publicKey: '', send: async () => ({ result: 'gone' }) },
      fcm: null,
    },
    sms: { kind: 'inbox', send: async () => undefined },
    secondsTo: async () => null,
    email: null,
    publicUrl: undefined,
  });
  const server = await createModuleServer({
    database,
    modules: [chat, notifications],
    resolveSession: sessionsByUid(identity.userOf),
    limitScale: 1,
  });

  async function inject<Body>(
    actor: Actor | null,
    { method, path }: RouteDefinition,
    id: string,
    { payload, query = '', key }: { payload?: object; query?: string; key?: string } = {},
  ) {
    const response = await server.inject({
      method,
      url: `/api/v1${path.replace(':id', id)}${query}`,
      headers: {
        ...(actor ? { authorization: `Bearer ${actor.uid}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(payload ? { payload } : {}),
    });
    const body = response.body === '' ? {} : response.json();
    const answer: Answer<Body> = {
      status: response.statusCode,
      body,
      code: body.code,
    };
    return answer;
  }

  return {
    ...town,
    chat: chat.api,
    typing,
    chatJobs: chat.jobs ?? {},
    /** Uploads a picture as a browser's form does. */
    async sendImage(actor: Actor | null, id: string, bytes: Buffer, key?: string) {
      const { payload, contentType } = await multipart({ bytes });
      const response = await server.inject({
        method: 'POST',
        url: `/api/v1${routes.sendMessageImage.path.replace(':id', id)}`,
        headers: {
          'content-type': contentType,
          ...(actor ? { authorization: `Bearer ${actor.uid}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        payload,
      });
      const body = response.json();
      const answer: Answer<ChatMessage> = {
        status: response.statusCode,
        body,
        code: body.code,
      };
      return answer;
    },
    /** Fetches an address of the API. */
    async look(actor: Actor | null, address: string) {
      const headers = actor ? { authorization: `Bearer ${actor.uid}` } : {};
      const response = await server.inject({ method: 'GET', url: address, headers });
      return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
    },
    topicsFor: async (actor: Actor | null, id: string) => chat.topicPolicies?.chat?.(actor, id) ?? null,
    write: (actor: Actor | null, id: string, message: unknown, key?: string) =>
      inject<ChatMessage>(actor, routes.sendMessage, id, { payload: { message }, ...(key ? { key } : {}) }),
    read: (actor: Actor | null, id: string, payload: object = {}) =>
      inject<object>(actor, routes.readMessages, id, { payload }),
    conversations: (actor: Actor | null, id: string) =>
      inject<{ items: Conversation[] }>(actor, routes.listConversations, id),
    list: (actor: Actor | null, id: string, query = '') =>
      inject<ChatAnswer>(actor, routes.listMessages, id, { query }),
    /** The texts of the user's notices in the app, newest first. */
    async noticesOf(actor: Actor) {
      const { body } = await inject<{ items: NoticeView[] }>(actor, routes.listNotices, '');
      return body.items.map((notice) => notice.body);
    },
    notifications: notifications.api,
    /** Events about a booking that the chat module wrote to the outbox. */
    async events(id: string) {
      const { rows } = await database.pool.query<Pick<StoredEvent, 'name' | 'topics' | 'data'>>(
        `select name, topics, data from outbox_events where name like 'chat.%' and data ->> 'booking_id' = $1 order by id`,
        [id],
      );
      return rows;
    },
    /** Delivers an event to notifications, as the outbox relay would; returns the notifications it adds. */
    async pushesOf(event: Pick<StoredEvent, 'name' | 'topics' | 'data'>, position: number) {
      const stored = async () => (await database.pool.query('select * from notices order by id')).rows;
      const before = new Set((await stored()).map(({ id }) => id));
      for (const subscriber of notifications.subscribers ?? [])
        if (subscriber.events.includes(event.name))
          await subscriber.handle({ ...event, id: position, position, at: town.now() });
      return (await stored()).filter(({ id }) => !before.has(id));
    },
    async close() {
      await server.close();
      await town.close();
    },
  };
}

export type ChatEnvironment = Awaited<ReturnType<typeof createChatEnvironment>>;
