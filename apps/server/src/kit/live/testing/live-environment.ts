// Test environment: the live gateway on a test database, with recorded module calls and connected clients.
import { type LiveServerMessage, liveServerMessage } from '@kerb/contract';
import { afterAll, afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { createInProcessBus } from '../../../adapters/bus/in-process-bus.ts';
import type { Actor } from '../../http/actor.ts';
import { createCallers } from '../../http/callers.ts';
import { createIdempotency } from '../../http/idempotency.ts';
import { createHttpServer } from '../../http/server.ts';
import { createLogger } from '../../observe/logger.ts';
import { createMetrics } from '../../observe/metrics.ts';
import type { RefusedCall } from '../../observe/refused-calls.ts';
import { appendEvent, outboxRepository } from '../../outbox/outbox.repository.ts';
import { createRelay } from '../../outbox/relay.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createAudience } from '../audience.ts';
import { createLive, createLiveGateway, type GatewayDeps } from '../gateway.ts';

export interface Client {
  socket: WebSocket;
  received: LiveServerMessage[];
  /** Close code of the socket; null while it is open. */
  closed: () => number | null;
  say(message: object | string): void;
  /** Removes and returns the first received message of this type, or waits for one. */
  next<T extends LiveServerMessage['type']>(type: T): Promise<Extract<LiveServerMessage, { type: T }>>;
}

function createClient(origin: string, headers: Record<string, string>): Client {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/live`, { headers });
  const received: LiveServerMessage[] = [];
  let code: number | null = null;
  socket.on('message', (data) => received.push(liveServerMessage.parse(JSON.parse(String(data)))));
  socket.on('close', (closeCode) => {
    code = closeCode;
  });
  return {
    socket,
    received,
    closed: () => code,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (type) =>
      waitFor(() => {
        const index = received.findIndex((message) => message.type === type);
        const [found] = index < 0 ? [] : received.splice(index, 1);
        return found as Extract<LiveServerMessage, { type: typeof type }> | undefined;
      }, `a message of type ${type}`),
  };
}

/** Creates clients of the server at this origin; they are disconnected after each test. */
function createClients(origin: string) {
  const clients: Client[] = [];
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.terminate();
  });

  /** Rejects when the server refuses the connection. */
  async function connect(headers: Record<string, string> = {}): Promise<Client> {
    const client = createClient(origin, headers);
    clients.push(client);
    await new Promise((resolve, reject) => {
      client.socket.once('open', resolve);
      client.socket.once('error', reject);
    });
    return client;
  }

  async function subscribed(
    headers: Record<string, string>,
    topics: string[],
    since?: number,
  ): Promise<Client> {
    const client = await connect(headers);
    await client.next('ready');
    client.say({ type: 'subscribe', topics, ...(since === undefined ? {} : { since }) });
    await client.next('subscribed');
    return client;
  }

  return { clients, connect, subscribed };
}

/** Module policies for the gateway, and records of the messages that clients have sent. */
function createModules(publishTyping: (author: string) => void) {
  const positions: unknown[] = [];
  const written: unknown[] = [];
  const shown: unknown[] = [];
  /** Handling of a received position ends when this promise resolves. */
  const answers = { position: Promise.resolve() };
  /** A policy whose evaluation waits until the test calls `answer`. */
  const slow = { isAsked: false, answer: () => {}, answered: Promise.resolve() };
  slow.answered = new Promise((resolve) => {
    slow.answer = resolve;
  });
  const ports: Pick<GatewayDeps, 'policies' | 'onPosition' | 'onOfferShown' | 'onTyping'> = {
    policies: {
      catalog: async () => ['catalog'],
      drivers: async () => {
        slow.isAsked = true;
        await slow.answered;
        return ['drivers:all'];
      },
      me: async (actor) => actor && [`user:${actor.uid}`],
      bookings: async (actor) => actor && ['bookings:all', `user:${actor.uid}`],
    },
    onPosition: async (actor, position) => {
      positions.push({ uid: actor.uid, ...position });
      await answers.position;
    },
    onOfferShown: (actor, booking) => shown.push({ uid: actor.uid, booking }),
    onTyping: async (actor, booking) => {
      written.push({ uid: actor.uid, booking });
      publishTyping(actor.uid);
    },
  };
  return { ports, positions, written, shown, slow, answers };
}

/** Starts a server that is closed after the tests of the file. */
export async function createLiveEnvironment() {
  const database = await createTestDatabase();
  const logger = createLogger('silent');
  const metrics = createMetrics();
  /** Signed-in users by their tokens. */
  const people = new Map<string, Actor>([
    ['rider-token', { uid: 'rider-1', usertype: 'rider', sessionId: 's1' }],
    ['driver-token', { uid: 'driver-1', usertype: 'driver', sessionId: 's2' }],
  ]);
  const held = new Map<string, { isAsked: boolean; answered: Promise<void> }>();
  const resolveSession = async (token: string) => {
    const hold = held.get(token);
    if (hold !== undefined) {
      hold.isAsked = true;
      await hold.answered;
    }
    return people.get(token) ?? null;
  };
  /** The next look-ups of this token wait until the test calls `give`. */
  const holdSession = (token: string) => {
    let give: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      give = resolve;
    });
    const hold = { isAsked: false, answered };
    held.set(token, hold);
    return { isAsked: () => hold.isAsked, give };
  };
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const outbox = outboxRepository(database.queries);
  const audience = createAudience();
  const live = createLive(bus, audience);
  const relay = createRelay({ database, bus, subscribers: [], logger, metrics });
  const limits = { callsPerMinute: 10_000, scale: 1, eventLoopDelayMs: 0 };
  const callers = createCallers(resolveSession, limits);
  const refused: RefusedCall[] = [];
  /** Without its cache, the server reads all earlier events from the database. */
  const cache = { isLost: false };
  const { ports, ...records } = createModules((author) => live.publishTyping(['bookings:all'], author));
  const gateway = createLiveGateway(audience, {
    bus,
    outbox,
    callers,
    sockets: { total: 50, perAddress: 40, perPerson: 5 },
    ...ports,
    position: relay.position,
    recent: {
      covers: (position) => !cache.isLost && relay.recent.covers(position),
      readTopicsSince: (...asked) => (cache.isLost ? null : relay.recent.readTopicsSince(...asked)),
    },
    refused: { count: (call) => refused.push(call) },
    logger,
    metrics,
    frameMs: 20,
    checkMs: 400,
  });
  const app = await createHttpServer({
    resolveSession,
    callers,
    idempotency: createIdempotency(database.queries),
    logger,
    metrics,
    trustProxy: true,
    hostedBasicAuth: undefined,
    isProduction: false,
    limits,
  });
  /** Every call so far, unless it has been collected as garbage. */
  const calls: WeakRef<object>[] = [];
  app.addHook('onRequest', async (request, reply) => {
    calls.push(new WeakRef(request), new WeakRef(reply.raw));
  });
  gateway.mount(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await relay.start();
  afterAll(async () => {
    gateway.close();
    await app.close();
    await relay.stop();
    await database.close();
  });

  const publish = (topics: string[], n: number) =>
    database.withTx((tx) => appendEvent(tx, { name: 'booking.changed', topics, data: { n } }));
  const openSockets = async () => (await metrics.liveSockets.get()).values[0]?.value ?? 0;
  return {
    ...createClients(origin),
    ...records,
    calls,
    holdSession,
    database,
    cache,
    origin,
    outbox,
    live,
    people,
    refused,
    publish,
    openSockets,
    drain: gateway.drain,
  };
}
