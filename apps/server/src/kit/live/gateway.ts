// The live gateway: accepts the WebSockets of this server, and sends them outbox events and the modules' updates.
import type { ServerResponse } from 'node:http';
import { liveClientMessage, type PositionInput } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Bus } from '../../ports/bus.ts';
import { type Actor, credentialsOf } from '../http/actor.ts';
import { TooManyRequests } from '../http/allowance.ts';
import type { Callers } from '../http/callers.ts';
import { API_PREFIX } from '../http/mount.ts';
import { isSameOrigin } from '../http/origin.ts';
import { guardPending } from '../http/second-factor.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { RefusedCalls } from '../observe/refused-calls.ts';
import type { OutboxRepository } from '../outbox/outbox.repository.ts';
import { committedEvents } from '../outbox/relay.ts';
import type { Audience, createAudience } from './audience.ts';
import { Connection, closeCodes } from './connection.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { type LiveEta, type LivePosition, type LiveUpdate, liveUpdates, updateAuthor } from './frames.ts';
import { inGroups } from './in-groups.ts';
import { createRegularChecks } from './regular-checks.ts';
import {
  type CountedSocket,
  createSocketLimits,
  type SocketLimits,
  type SocketRefusal,
} from './socket-limits.ts';
import { authorise, leaveTopic, type SubscribeDeps, subscribe } from './subscribe.ts';
import type { TopicPolicies } from './topic-policy.ts';

/** Interface through which modules publish short-lived updates. */
export interface Live {
  /** Only the latest position matters: positions are coalesced, never stored and never replayed. */
  publishPosition(topics: readonly string[], position: LivePosition): void;
  publishEta(topics: readonly string[], eta: LiveEta): void;
  /** Not sent to the author. */
  publishTyping(topics: readonly string[], from: string): void;
  /** Whether a client of this server subscribes to an internal topic. */
  isWatched(topic: string): boolean;
  /**
   * Calls the listener when an internal topic gets its first subscriber on this server, and when it loses its last one.
   */
  onWatch(listener: (topic: string, isWatched: boolean) => void): void;
}

export interface GatewayDeps {
  bus: Bus;
  outbox: OutboxRepository;
  callers: Pick<Callers, 'lookUpForSocket' | 'resolve'>;
  sockets: SocketLimits;
  policies: TopicPolicies;
  onPosition: (actor: Actor, position: PositionInput) => Promise<void>;
  /** Called when a user is typing in the chat of a booking. */
  onTyping: (actor: Actor, booking: string) => Promise<void>;
  /** Called when a driver's screen shows the offer of a booking. */
  onOfferShown: (actor: Actor, booking: string) => void;
  /** Position up to which this server's relay has published events. */
  position: () => number;
  /** The newest of these events. */
  recent: SubscribeDeps['recent'];
  /** Counts rejected subscriptions, for the security log. */
  refused: Pick<RefusedCalls, 'count'>;
  logger: Logger;
  metrics: Metrics;
  /** Interval between two frames of positions, and between two checks of sessions and permissions, ms. */
  frameMs?: number;
  checkMs?: number;
}

const LIVE_PATH = `${API_PREFIX}/live`;
const FRAME_MS = 250;
const CHECK_MS = 25_000;
/**
 * A client without a cookie authenticates in its first message. The greeting is sent after that message, or after this
 * delay, ms.
 */
const GREETING_MS = 250;
/** Number of messages beyond the allowance after which a socket is closed. */
const EXCESS_LIMIT = 200;
/** Retry delay for a client that has too many sockets, seconds. */
const RETRY_SOCKET_SECS = 30;

interface Peer {
  connection: Connection;
  socket: WebSocket;
  counted: CountedSocket;
  address: string;
  isAnswering: boolean;
  /** Sends the greeting; null once it is sent. */
  greeting: NodeJS.Timeout | null;
  /** Settles after the last message was handled. */
  handled: Promise<void>;
}

export function createLive(bus: Bus, { isWatched, onWatch }: Pick<Audience, 'isWatched' | 'onWatch'>): Live {
  const publish = (topics: readonly string[], update: LiveUpdate) =>
    bus.publish(liveUpdates, { topics, update });
  return {
    publishPosition: (topics, position) => publish(topics, { position }),
    publishEta: (topics, eta) => publish(topics, { eta }),
    publishTyping: (topics, from) => publish(topics, { typing: { from } }),
    isWatched,
    onWatch,
  };
}

/**
 * Rejects WebSockets opened by pages of other sites: browsers send this site's cookie with them, and only the Origin
 * header reveals the page. Programs other than browsers send neither header nor cookie.
 */
function rejectOtherSites(request: FastifyRequest): void {
  const hasOrigin = request.headers.origin !== undefined;
  if ((hasOrigin || credentialsOf(request)?.from === 'cookie') && !isSameOrigin(request))
    throw new DomainError('bad_origin');
}

export function createLiveGateway(audience: ReturnType<typeof createAudience>, deps: GatewayDeps) {
  const { bus, outbox, policies, logger, metrics, callers } = deps;
  const sockets = createSocketLimits(deps.sockets);
  const peers = new Set<Peer>();
  const subscribing = (peer: Peer): SubscribeDeps => ({
    policies,
    outbox,
    audience,
    position: deps.position,
    recent: deps.recent,
    onRefused: (code) =>
      deps.refused.count({
        code,
        method: 'SUBSCRIBE',
        route: LIVE_PATH,
        address: peer.address,
        by: peer.connection.actor?.uid ?? null,
      }),
  });

  const leaveAll = (connection: Connection) => {
    for (const topic of [...connection.subscriptions.keys()]) leaveTopic(audience, connection, topic);
  };

  const ended = createEndedSessions();
  /** Stops delivery at once, without waiting for the socket to close. */
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
    audience.reach(event.topics, (connection, topic) => connection.deliver(topic, event));
  });
  const stopUpdates = bus.subscribe(liveUpdates, ({ topics, update }) => {
    const author = updateAuthor(update);
    audience.reach(topics, (connection, topic) => {
      if (author === null || connection.actor?.uid !== author) connection.showUpdate(topic, update);
    });
  });
  const frames = setInterval(() => {
    for (const { connection } of peers) connection.flushUpdates();
  }, deps.frameMs ?? FRAME_MS);

  /** Type guard for a refusal; counts it in the metrics. */
  const countRefusal = (refusal: SocketRefusal | null): refusal is SocketRefusal => {
    if (refusal !== null) metrics.liveRefused.inc({ reason: refusal });
    return refusal !== null;
  };

  const greet = (connection: Connection) =>
    connection.send({ type: 'ready', uid: connection.actor?.uid ?? null, seq: deps.position() });

  const countDropped = (kind: 'position' | 'socket'): void => metrics.liveDropped.inc({ kind });

  const closeForTooMany = ({ connection }: Peer): void =>
    connection.close(closeCodes.tooMany, 'too_many_requests');

  const signIn = async (peer: Peer, token: string) => {
    const { connection, counted, address } = peer;
    const isGone = () => connection.isGone;
    const actor = await callers.lookUpForSocket(address, token, isGone).catch((error: unknown) => {
      if (error instanceof TooManyRequests) closeForTooMany(peer);
      throw error;
    });
    if (connection.isGone) return;
    if (actor === null || ended.has(actor.sessionId)) return end(connection);
    if (countRefusal(counted.identify(actor.uid))) return closeForTooMany(peer);
    // Permissions belong to the user: after signing in as another user, the connection starts without topics.
    if (connection.actor !== null && connection.actor.uid !== actor.uid) leaveAll(connection);
    connection.actor = actor;
    connection.token = token;
    greet(connection);
  };

  const handle = async (peer: Peer, text: string): Promise<void> => {
    const { connection } = peer;
    if (connection.isGone) return;
    const message = liveClientMessage.parse(JSON.parse(text));
    switch (message.type) {
      case 'auth':
        return signIn(peer, message.token);
      case 'subscribe':
        return subscribe(subscribing(peer), connection, message.topics, message.since);
      case 'unsubscribe':
        for (const topic of message.topics) leaveTopic(audience, connection, topic);
        return;
      case 'position': {
        if (connection.actor === null) throw new DomainError('not_logged_in');
        guardPending(connection.actor);
        const { type: _, ...position } = message;
        // Not awaited: while the database is silent, later positions still reach the other servers.
        void deps.onPosition(connection.actor, position).catch((error: unknown) => refuse(connection, error));
        return;
      }
      case 'typing':
        if (connection.actor === null) throw new DomainError('not_logged_in');
        guardPending(connection.actor);
        return deps.onTyping(connection.actor, message.topic.slice('chat:'.length));
      case 'offer-shown':
        if (connection.actor === null) throw new DomainError('not_logged_in');
        guardPending(connection.actor);
        return deps.onOfferShown(connection.actor, message.booking);
      case 'ping':
        // Every earlier event of the topics that are not being replayed has been sent before.
        return connection.send({ type: 'pong', seq: deps.position() });
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

  /** Sessions end and permissions change while a socket is open, so both are checked periodically. */
  const check = async (peer: Peer): Promise<void> => {
    const { connection, socket } = peer;
    if (!peer.isAnswering) return socket.terminate();
    peer.isAnswering = false;
    socket.ping();
    if (connection.token !== null) {
      const { token } = connection;
      const actor = await callers.resolve(token);
      // The client may have signed in as another user meanwhile.
      if (connection.isGone || connection.token !== token) return;
      if (actor === null || ended.has(actor.sessionId)) return end(connection);
      // The operator may start to require a second factor while the socket is open.
      connection.actor = actor;
    }
    for (const topic of [...connection.subscriptions.keys()]) {
      if ((await authorise(policies, connection, topic)) !== null) continue;
      leaveTopic(audience, connection, topic);
      connection.send({ type: 'error', code: 'forbidden', topic });
    }
  };
  const checkMs = deps.checkMs ?? CHECK_MS;
  const checkTogether = async (together: readonly Peer[]): Promise<void> => {
    const outcomes = await Promise.allSettled(together.map(check));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (failed.length > 0)
      logger.error({ err: failed[0]?.reason, sockets: failed.length }, 'Live sockets could not be checked');
  };
  const checks = createRegularChecks<Peer>(checkMs, (together) => void checkTogether(together));
  const evicting = setInterval(ended.evictExpired, checkMs);

  /** Responses of calls that may become sockets. */
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  /**
   * Releases the request and the response of the upgrade, which would otherwise take as much memory as the socket while
   * it is open: the response is attached to the connection, and the plugin's error listener refers to the request.
   */
  const releaseUpgrade = (socket: WebSocket, request: FastifyRequest): void => {
    responses.get(request)?.detachSocket(request.raw.socket);
    socket.removeAllListeners('error');
  };

  const cancelGreeting = (peer: Peer): void => {
    if (peer.greeting !== null) clearTimeout(peer.greeting);
    peer.greeting = null;
  };

  /** Handles one message at a time, so that messages sent after signing in are handled as the signed-in user. */
  const receive = (peer: Peer, text: string): void => {
    const { connection } = peer;
    if (!connection.admit()) {
      if (connection.excess() > EXCESS_LIMIT) connection.close(closeCodes.tooMany, 'too_many_requests');
      connection.send({ type: 'error', code: 'too_many_requests' });
      return;
    }
    // The client is greeted as the user once it is signed in.
    if (text.includes('"auth"')) cancelGreeting(peer);
    peer.handled = peer.handled
      .then(() => handle(peer, text))
      .catch((error: unknown) => refuse(connection, error));
  };

  const accept = (socket: WebSocket, request: FastifyRequest): void => {
    releaseUpgrade(socket, request);
    socket.on('error', (error) => logger.debug({ err: error }, 'A live socket failed'));
    const connection = new Connection({ socket, stream: request.raw.socket }, countDropped);
    // Checked again, because several sockets may have passed the first check before any of them was open.
    const counted = sockets.open(request.ip, request.actor?.uid ?? null);
    if (typeof counted === 'string') {
      countRefusal(counted);
      connection.close(closeCodes.tooMany, 'too_many_requests');
      return;
    }
    const peer: Peer = {
      connection,
      socket,
      counted,
      address: request.ip,
      isAnswering: true,
      greeting: null,
      handled: Promise.resolve(),
    };
    connection.actor = request.actor;
    connection.token = request.actor === null ? null : (credentialsOf(request)?.token ?? null);
    peers.add(peer);
    checks.add(peer);
    metrics.liveSockets.set(peers.size);
    // The session may have ended between its validation and now.
    if (connection.actor !== null && ended.has(connection.actor.sessionId)) end(connection);

    const delayMs = connection.actor === null ? GREETING_MS : 0;
    peer.greeting = setTimeout(() => {
      peer.greeting = null;
      greet(connection);
    }, delayMs);
    socket.on('message', (data) => receive(peer, String(data)));
    socket.on('pong', () => {
      peer.isAnswering = true;
    });
    socket.on('close', () => {
      cancelGreeting(peer);
      connection.isGone = true;
      peers.delete(peer);
      checks.remove(peer);
      counted.release();
      leaveAll(connection);
      metrics.liveSockets.set(peers.size);
    });
  };

  let isDraining = false;
  const rejectBeyondLimits = (request: FastifyRequest): void => {
    if (isDraining) throw new DomainError('unavailable', 'The server stops');
    const refusal = sockets.refusalFor(request.ip, request.actor?.uid ?? null);
    if (!countRefusal(refusal)) return;
    if (refusal === 'total') throw new DomainError('overloaded', 'Too many live sockets are open');
    throw new TooManyRequests(RETRY_SOCKET_SECS, `Too many live sockets of one ${refusal}`);
  };

  return {
    mount(app: FastifyInstance): void {
      app.route({
        method: 'GET',
        url: LIVE_PATH,
        config: { isLive: true },
        onRequest: async (request, reply) => {
          rejectOtherSites(request);
          rejectBeyondLimits(request);
          responses.set(request, reply.raw);
        },
        handler: async () => {
          throw new DomainError('invalid_input', 'Open a WebSocket here');
        },
        wsHandler: accept,
      });
    },
    /** Refuses further sockets, and closes the open ones in small groups, so that clients do not all reconnect at once. */
    async drain(): Promise<void> {
      isDraining = true;
      await inGroups([...peers], ({ connection }) =>
        connection.close(closeCodes.goingAway, 'the server stops'),
      );
    },
    close(): void {
      clearInterval(frames);
      clearInterval(evicting);
      checks.stop();
      stopEvents();
      stopUpdates();
      for (const { connection, socket } of peers) {
        connection.close(closeCodes.goingAway, 'the server stops');
        socket.terminate();
      }
    },
  };
}
