// Client of the live socket: subscribes to topics, reconnects after a lost connection, and resumes so that no event is
// missed.
import type { LiveClientMessage, LiveServerMessage, PositionInput } from '@kerb/contract';
import { backOff } from './back-off.ts';
import { createResume } from './resume.ts';
import { type LiveSocket, type LiveSocketClass, socketOpen } from './socket.ts';

export { coalescePositions, type DriverPosition } from './coalesce-positions.ts';
export type { LiveSocket, LiveSocketClass } from './socket.ts';
export { createTyping, type Typing } from './typing.ts';

/**
 * off: not connected; connecting; open: events arrive; waiting: the connection was lost and will be restored
 * automatically.
 */
export type LiveState = 'off' | 'connecting' | 'open' | 'waiting';
export type TopicMessage = Extract<LiveServerMessage, { type: 'event' | 'position' | 'eta' | 'typing' }>;
type Handler = (message: TopicMessage) => void;

export interface LiveOptions {
  /** URL of /api/v1/live (ws:// or wss://). */
  readonly url: string;
  /** Bearer token, read at each connection; without one, the session cookie is used. */
  readonly token?: string | (() => string | null);
  readonly WebSocket?: LiveSocketClass;
  /** Called when the server ended the session of this connection; the client reconnects without a session. */
  readonly onSessionEnded?: () => void;
  /** Called when a connection is ready; `uid` is the user of its session, null without one. */
  readonly onReady?: (uid: string | null) => void;
  /** Called for each sent position that the server rejected as implausible. */
  readonly onPositionRejected?: () => void;
  readonly random?: () => number;
}

export interface Live {
  connect(): void;
  /** Closes the connection and resets the resume position, for a sign-out. */
  disconnect(): void;
  /** Subscribes to a topic; the returned function unsubscribes. */
  subscribe(topic: string, handler: Handler): () => void;
  /**
   * Sends a position of the driver; returns false when the socket is not open, and the caller then uses POST
   * /me/location.
   */
  sendPosition(position: PositionInput): boolean;
  /** Sends a typing indicator to the chat of this topic; returns false when the socket is not open. */
  sendTyping(topic: string): boolean;
  /**
   * Reports that the driver's screen shows the offer of this booking; returns false when the socket is not open, in
   * which case the server sends a push message.
   */
  sendOfferShown(booking: string): boolean;
  state(): LiveState;
  onState(listener: (state: LiveState) => void): () => void;
  /** When the last message of the server arrived, ms since the epoch. Messages sent later than that may be lost. */
  lastMessageAt(): number;
  /**
   * Call it when the network is back or the page is visible again: reconnects at once instead of after the delay, and
   * reconnects an open socket that does not answer a ping, because the device may have slept or changed its network.
   */
  retryNow(): void;
}

const pingEveryMs = 20_000;
const silentForMs = 50_000;
/** Age of the last message in ms up to which an open socket counts as working. */
const freshForMs = 3_000;
/** Time for the answer to such a ping, in ms. */
const answerWithinMs = 4_000;
/** Maximum number of topics in one message of the contract; the server rejects a longer one as a whole. */
const maxTopicsAMessage = 50;
/** WebSocket close code of a session that ended, on this client or another one. */
const sessionEnded = 4401;

/**
 * Topics of lists and of the user before those of single objects, which are written "booking:<id>": the server limits
 * the topics of a connection, and rejects the last ones.
 */
const inOrder = (topics: readonly string[]): string[] =>
  [...topics].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')));

function parse(data: unknown): LiveServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    // The server has the same version or a newer one; unknown message types fall through the switch below.
    return typeof message === 'object' && message !== null && 'type' in message
      ? (message as LiveServerMessage)
      : null;
  } catch {
    return null;
  }
}

export function createLive(options: LiveOptions): Live {
  const handlers = new Map<string, Set<Handler>>();
  const listeners = new Set<(state: LiveState) => void>();
  let resume = createResume();
  let state: LiveState = 'off';
  let socket: LiveSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;
  let lastMessageAt = 0;

  const become = (next: LiveState) => {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener(next);
  };
  const send = (message: LiveClientMessage): boolean => {
    if (socket?.readyState !== socketOpen || state !== 'open') return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  const subscribeTo = (all: readonly string[], since: number | undefined) => {
    const rest = inOrder(all);
    while (rest.length > 0) {
      const topics = rest.splice(0, maxTopicsAMessage);
      if (send({ type: 'subscribe', topics, since })) resume.begin(topics, since);
    }
  };
  const deliver = (message: TopicMessage) => {
    for (const handler of [...(handlers.get(message.topic) ?? [])]) handler(message);
  };

  const receive = (message: LiveServerMessage) => {
    switch (message.type) {
      case 'ready':
        failures = 0;
        resume.start(message.seq);
        become('open');
        subscribeTo([...handlers.keys()], resume.sinceReached());
        options.onReady?.(message.uid);
        return;
      case 'event':
        if (resume.accept(message.topic, message.seq)) deliver(message);
        return;
      case 'position':
      case 'eta':
      case 'typing':
        return deliver(message);
      case 'subscribed':
        resume.settled(message.topics);
        return resume.reach(message.seq);
      case 'error':
        if (message.code === 'position_rejected') options.onPositionRejected?.();
        // The topic is subscribed although its events are too old to be replayed completely.
        if (message.topic !== undefined && message.code !== 'resume_too_old') resume.settled([message.topic]);
        return;
      case 'pong':
        return resume.reach(message.seq ?? 0);
    }
  };

  const release = () => {
    clearTimeout(timer);
    clearInterval(heartbeat);
    clearTimeout(probe);
    probe = undefined;
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    // `ws` reports an abandoned handshake as an error, which would end a Node.js process without this handler.
    old.onerror = () => undefined;
    old.close();
  };
  const lost = () => {
    release();
    failures += 1;
    become('waiting');
    timer = setTimeout(open, backOff(failures, (options.random ?? Math.random)()));
  };
  const beat = () => {
    if (Date.now() - lastMessageAt > silentForMs) return lost();
    send({ type: 'ping' });
  };

  const checkSocket = () => {
    const sentAt = Date.now();
    if (probe !== undefined || sentAt - lastMessageAt <= freshForMs) return;
    send({ type: 'ping' });
    probe = setTimeout(() => {
      probe = undefined;
      if (lastMessageAt < sentAt) lost();
    }, answerWithinMs);
  };

  function open() {
    release();
    become('connecting');
    const Socket: LiveSocketClass = options.WebSocket ?? globalThis.WebSocket;
    const made = new Socket(options.url);
    socket = made;
    lastMessageAt = Date.now();
    made.onopen = () => {
      const token = typeof options.token === 'function' ? options.token() : options.token;
      if (token) made.send(JSON.stringify({ type: 'auth', token } satisfies LiveClientMessage));
    };
    made.onmessage = (event: { readonly data: unknown }) => {
      lastMessageAt = Date.now();
      const message = parse(event.data);
      if (message) receive(message);
    };
    made.onclose = (event: { readonly code?: number } | undefined) => {
      lost();
      if (event?.code === sessionEnded) options.onSessionEnded?.();
    };
    made.onerror = () => undefined;
    heartbeat = setInterval(beat, pingEveryMs);
  }

  return {
    connect() {
      if (state === 'off') open();
    },
    disconnect() {
      release();
      failures = 0;
      resume = createResume();
      become('off');
    },
    subscribe(topic, handler) {
      const known = handlers.get(topic);
      if (known) known.add(handler);
      else {
        handlers.set(topic, new Set([handler]));
        subscribeTo([topic], resume.since());
      }
      return () => {
        const left = handlers.get(topic);
        if (!left?.delete(handler) || left.size > 0) return;
        handlers.delete(topic);
        resume.forget(topic);
        send({ type: 'unsubscribe', topics: [topic] });
      };
    },
    sendPosition: (position) => send({ type: 'position', ...position }),
    sendTyping: (topic) => send({ type: 'typing', topic }),
    sendOfferShown: (booking) => send({ type: 'offer-shown', booking }),
    state: () => state,
    lastMessageAt: () => lastMessageAt,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retryNow() {
      if (state === 'waiting') open();
      else if (state === 'open') checkSocket();
    },
  };
}
