// The live gateway: every socket of this server, fed by the outbox and by the moments that modules publish.
import { liveClientMessage, type PositionInput } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Bus } from '../../ports/bus.ts';
import { type Actor, credentialsOf, type ResolveSession } from '../http/actor.ts';
import { API_PREFIX } from '../http/mount.ts';
import { isSameOrigin } from '../http/origin.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { OutboxRepository } from '../outbox/outbox.repository.ts';
import { committedEvents } from '../outbox/relay.ts';
import type { createAudience } from './audience.ts';
import { type Connection, closeCodes, createConnection } from './connection.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { type LiveEta, type LiveMoment, type LivePosition, liveMoments, momentMaker } from './frames.ts';
import { authorise, leaveTopic, type SubscribeDeps, subscribe } from './subscribe.ts';
import type { TopicPolicies } from './topic-policy.ts';

/** What modules use to show what moves. */
export interface Live {
  /** Latest wins, coalesced, never stored or replayed. */
  publishPosition(topics: readonly string[], position: LivePosition): void;
  publishEta(topics: readonly string[], eta: LiveEta): void;
  /** Not shown to the one who writes. */
  publishTyping(topics: readonly string[], from: string): void;
  /** Whether anybody on this server listens to an internal topic. */
  isWatched(topic: string): boolean;
}

export interface GatewayDeps {
  bus: Bus;
  outbox: OutboxRepository;
  resolveSession: ResolveSession;
  policies: TopicPolicies;
  onPosition: (actor: Actor, position: PositionInput) => Promise<void>;
  /** Somebody writes in the chat of a booking. */
  onTyping: (actor: Actor, booking: string) => Promise<void>;
  /** The position up to which the relay of this server has published. */
  position: () => number;
  logger: Logger;
  metrics: Metrics;
  /** ms between two frames of positions, and between two looks at sessions and rights. */
  frameMs?: number;
  checkMs?: number;
}

const FRAME_MS = 250;
const CHECK_MS = 25_000;
/** A client without a cookie says who it is in its first message; it is greeted after it, or after this pause. */
const GREETING_MS = 250;
/** Messages beyond the allowance after which a socket is closed. */
const EXCESS_LIMIT = 200;

interface Peer {
  connection: Connection;
  socket: WebSocket;
  isAnswering: boolean;
}

export function createLive(bus: Bus, isWatched: (topic: string) => boolean): Live {
  const publish = (topics: readonly string[], moment: LiveMoment) =>
    bus.publish(liveMoments, { topics, moment });
  return {
    publishPosition: (topics, position) => publish(topics, { position }),
    publishEta: (topics, eta) => publish(topics, { eta }),
    publishTyping: (topics, from) => publish(topics, { typing: { from } }),
    isWatched,
  };
}

export function createLiveGateway(audience: ReturnType<typeof createAudience>, deps: GatewayDeps) {
  const { bus, outbox, policies, logger, metrics, resolveSession } = deps;
  const peers = new Set<Peer>();
  const subscribing: SubscribeDeps = { policies, outbox, audience, position: deps.position };

  const leaveAll = (connection: Connection) => {
    for (const topic of [...connection.subscriptions.keys()]) leaveTopic(audience, connection, topic);
  };

  const ended = createEndedSessions();
  /** Nothing more is told from now on, whenever the socket closes. */
  const end = (connection: Connection): void => {
    connection.isGone = true;
    leaveAll(connection);
    connection.close(closeCodes.sessionEnded, 'not_logged_in');
  };
  const stopEvents = bus.subscribe(committedEvents, (event) => {
    const sessions = ended.note(event);
    if (sessions.size > 0)
      for (const { connection } of peers)
        if (connection.actor !== null && sessions.has(connection.actor.sessionId)) end(connection);
    audience.reach(event.topics, (connection, topic) => connection.hear(topic, event));
  });
  const stopMoments = bus.subscribe(liveMoments, ({ topics, moment }) => {
    const maker = momentMaker(moment);
    audience.reach(topics, (connection, topic) => {
      if (maker === null || connection.actor?.uid !== maker) connection.feel(topic, moment);
    });
  });
  const frames = setInterval(() => {
    for (const { connection } of peers) connection.flushMoments();
  }, deps.frameMs ?? FRAME_MS);

  const greet = ({ send, actor }: Connection) =>
    send({ type: 'ready', uid: actor?.uid ?? null, seq: deps.position() });

  const signIn = async (connection: Connection, token: string) => {
    const actor = await resolveSession(token);
    if (connection.isGone) return;
    if (actor === null || ended.has(actor.sessionId)) return end(connection);
    // Rights belong to the person: another one starts without topics.
    if (connection.actor !== null && connection.actor.uid !== actor.uid) leaveAll(connection);
    connection.actor = actor;
    connection.token = token;
    greet(connection);
  };

  const handle = async (connection: Connection, text: string): Promise<void> => {
    if (connection.isGone) return;
    const message = liveClientMessage.parse(JSON.parse(text));
    switch (message.type) {
      case 'auth':
        return signIn(connection, message.token);
      case 'subscribe':
        return subscribe(subscribing, connection, message.topics, message.since);
      case 'unsubscribe':
        for (const topic of message.topics) leaveTopic(audience, connection, topic);
        return;
      case 'position': {
        if (connection.actor === null) throw new DomainError('not_logged_in');
        const { type: _, ...position } = message;
        return deps.onPosition(connection.actor, position);
      }
      case 'typing':
        if (connection.actor === null) throw new DomainError('not_logged_in');
        return deps.onTyping(connection.actor, message.topic.slice('chat:'.length));
      case 'ping':
        return connection.send({ type: 'pong' });
    }
  };

  const refuse = (connection: Connection, error: unknown) => {
    if (error instanceof DomainError) return connection.send({ type: 'error', code: error.code });
    const isMalformed =
      error instanceof SyntaxError || (error instanceof Error && error.name === '$ZodError');
    if (!isMalformed && !(error instanceof Error && error.name === 'ZodError'))
      logger.error({ err: error }, 'A live message was not handled');
    else return connection.send({ type: 'error', code: 'invalid_input' });
    return connection.send({ type: 'error', code: 'internal' });
  };

  /** Sessions end and rights change while a socket is open; both are looked at again now and then. */
  const check = async (peer: Peer): Promise<void> => {
    const { connection, socket } = peer;
    if (!peer.isAnswering) return socket.terminate();
    peer.isAnswering = false;
    socket.ping();
    if (connection.token !== null && (await resolveSession(connection.token)) === null)
      return end(connection);
    for (const topic of [...connection.subscriptions.keys()]) {
      if ((await authorise(policies, connection, topic)) !== null) continue;
      leaveTopic(audience, connection, topic);
      connection.send({ type: 'error', code: 'forbidden', topic });
    }
  };
  const checks = setInterval(() => {
    ended.forgetOld();
    for (const peer of peers)
      check(peer).catch((error: unknown) =>
        logger.error({ err: error }, 'A live socket could not be checked'),
      );
  }, deps.checkMs ?? CHECK_MS);

  const accept = (socket: WebSocket, request: FastifyRequest): void => {
    const connection = createConnection(socket, (kind) => metrics.liveDropped.inc({ kind }));
    const peer: Peer = { connection, socket, isAnswering: true };
    connection.actor = request.actor;
    connection.token = request.actor === null ? null : (credentialsOf(request)?.token ?? null);
    peers.add(peer);
    metrics.liveSockets.set(peers.size);
    // Ended between the look at the session and now.
    if (connection.actor !== null && ended.has(connection.actor.sessionId)) end(connection);

    let isGreeted = false;
    const greetOnce = () => {
      clearTimeout(greeting);
      if (!isGreeted) greet(connection);
      isGreeted = true;
    };
    const greeting = setTimeout(greetOnce, connection.actor === null ? GREETING_MS : 0);
    // One message after the other: what is said after signing in is said by the one who signed in.
    let last = Promise.resolve();
    socket.on('message', (data) => {
      if (!connection.admit()) {
        if (connection.excess() > EXCESS_LIMIT) connection.close(closeCodes.tooMany, 'too_many_requests');
        return connection.send({ type: 'error', code: 'too_many_requests' });
      }
      const text = String(data);
      isGreeted ||= text.includes('"auth"');
      last = last.then(() => handle(connection, text)).catch((error: unknown) => refuse(connection, error));
    });
    socket.on('pong', () => {
      peer.isAnswering = true;
    });
    socket.on('error', (error) => logger.debug({ err: error }, 'A live socket failed'));
    socket.on('close', () => {
      clearTimeout(greeting);
      connection.isGone = true;
      peers.delete(peer);
      leaveAll(connection);
      metrics.liveSockets.set(peers.size);
    });
  };

  return {
    mount(app: FastifyInstance): void {
      app.route({
        method: 'GET',
        url: `${API_PREFIX}/live`,
        schema: { hide: true },
        // A page of another site may open a socket with this site's cookie: the browser only tells its origin.
        onRequest: async (request) => {
          if (credentialsOf(request)?.from === 'cookie' && !isSameOrigin(request))
            throw new DomainError('bad_origin');
        },
        handler: async () => {
          throw new DomainError('invalid_input', 'Open a WebSocket here');
        },
        wsHandler: accept,
      });
    },
    close(): void {
      clearInterval(frames);
      clearInterval(checks);
      stopEvents();
      stopMoments();
      for (const { connection, socket } of peers) {
        connection.close(closeCodes.goingAway, 'the server stops');
        socket.terminate();
      }
    },
  };
}
