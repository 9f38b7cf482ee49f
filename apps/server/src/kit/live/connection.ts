// One live socket: its subscriptions, its buffered updates and its limits.
import type { LiveServerMessage } from '@kerb/contract';
import type { Actor } from '../http/actor.ts';
import type { StoredEvent } from '../outbox/outbox.repository.ts';
import { encodeEvent, encodeUpdate, type LiveUpdate, updateKey } from './frames.ts';

/** The methods and properties of a WebSocket that are used. */
export interface Socket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** The stream below a WebSocket, which sends the bytes of a message that is encoded once for many sockets. */
export interface ByteStream {
  write(bytes: Buffer): void;
}

/** The `readyState` of a WebSocket that may send. */
const OPEN = 1;

export const closeCodes = { sessionEnded: 4401, tooSlow: 4408, tooMany: 4429, goingAway: 1001 } as const;

/** Bytes buffered in the socket above which updates are held back, and above which a slow client is disconnected. */
const UPDATES_WAIT_BYTES = 256 * 1024;
const TOO_SLOW_BYTES = 4 * 1024 * 1024;
/**
 * Number of updates sent immediately between two frames, enough for clients that follow one car. Further ones are sent
 * with the next frame.
 */
const UPDATES_AT_ONCE = 4;
const MESSAGES_PER_SECOND = 20;
const MESSAGES_AT_ONCE = 60;

interface Subscription {
  internal: ReadonlySet<string>;
  /** Position of the last event that was sent or did not concern the client. */
  position: number;
  /** New events that arrived while earlier events are being read; null afterwards. */
  waiting: StoredEvent[] | null;
}

interface TopicUpdate {
  readonly topic: string;
  readonly update: LiveUpdate;
}

/** A class, because a server has tens of thousands of them, and closures would take a kilobyte of each. */
export class Connection {
  actor: Actor | null = null;
  token: string | null = null;
  /** True after the socket closed: no topic may be joined any more. */
  isGone = false;
  readonly subscriptions = new Map<string, Subscription>();
  readonly #socket: Socket;
  readonly #stream: ByteStream;
  readonly #onDropped: (kind: 'position' | 'socket') => void;
  /** Buffered updates by topic and key; null while there are none. */
  #updates: Map<string, TopicUpdate> | null = null;
  #sentAtOnce = 0;
  #allowance = MESSAGES_AT_ONCE;
  #countedAt = performance.now();

  constructor(
    { socket, stream }: { socket: Socket; stream: ByteStream },
    onDropped: (kind: 'position' | 'socket') => void,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onDropped = onDropped;
  }

  /** Disconnects a client that does not read. */
  #isTooSlow(): boolean {
    if (this.#socket.bufferedAmount <= TOO_SLOW_BYTES) return false;
    this.#onDropped('socket');
    this.#socket.terminate();
    return true;
  }

  /** The socket writes each of its own messages at once and uncompressed, so that these bytes cannot divide one. */
  #sendFrame(frame: Buffer): void {
    if (!this.#isTooSlow() && this.#socket.readyState === OPEN) this.#stream.write(frame);
  }

  #sendEvent(topic: string, subscription: Subscription, event: StoredEvent): void {
    if (event.position <= subscription.position) return;
    subscription.position = event.position;
    this.#sendFrame(encodeEvent(topic, event));
  }

  send(message: LiveServerMessage): void {
    if (!this.#isTooSlow()) this.#socket.send(JSON.stringify(message));
  }

  /** Consumes one message of the rate limit; returns false when the client sends too many. */
  admit(): boolean {
    const now = performance.now();
    const refilled = this.#allowance + ((now - this.#countedAt) / 1000) * MESSAGES_PER_SECOND;
    this.#allowance = Math.min(MESSAGES_AT_ONCE, refilled) - 1;
    this.#countedAt = now;
    return this.#allowance >= 0;
  }

  /** Number of messages beyond the rate limit; 0 while the client complies. */
  excess(): number {
    return Math.max(0, -this.#allowance);
  }

  deliver(topic: string, event: StoredEvent): void {
    const subscription = this.subscriptions.get(topic);
    if (!subscription) return;
    if (subscription.waiting) subscription.waiting.push(event);
    else this.#sendEvent(topic, subscription, event);
  }

  /** Sends an event read from the outbox to each of the topics that carry it. */
  replay(topics: readonly string[], event: StoredEvent): void {
    for (const topic of topics) {
      const subscription = this.subscriptions.get(topic);
      if (subscription && event.topics.some((internal) => subscription.internal.has(internal)))
        this.#sendEvent(topic, subscription, event);
    }
  }

  /** Ends the replay: sends the buffered events, without gaps or duplicates, and delivers later ones directly. */
  goLive(topics: readonly string[]): void {
    for (const topic of topics) {
      const subscription = this.subscriptions.get(topic);
      if (!subscription) continue;
      const waiting = subscription.waiting ?? [];
      subscription.waiting = null;
      for (const event of waiting) this.#sendEvent(topic, subscription, event);
    }
  }

  /**
   * Sends the first updates after a frame at once; later ones replace older ones of the same key and are sent with the
   * next frame.
   */
  showUpdate(topic: string, update: LiveUpdate): void {
    if (!this.subscriptions.has(topic)) return;
    const mayGo = this.#updates === null && this.#sentAtOnce < UPDATES_AT_ONCE;
    if (!mayGo || this.#socket.bufferedAmount > UPDATES_WAIT_BYTES) {
      this.#updates ??= new Map();
      this.#updates.set(`${topic} ${updateKey(update)}`, { topic, update });
      return;
    }
    this.#sentAtOnce += 1;
    this.#sendFrame(encodeUpdate(topic, update));
  }

  /**
   * Starts a new frame: sends the buffered updates, unless the client has not yet received enough of the earlier bytes.
   */
  flushUpdates(): void {
    this.#sentAtOnce = 0;
    if (this.#updates === null) return;
    if (this.#socket.bufferedAmount > UPDATES_WAIT_BYTES) {
      this.#onDropped('position');
      return;
    }
    for (const { topic, update } of this.#updates.values())
      if (this.subscriptions.has(topic)) this.#sendFrame(encodeUpdate(topic, update));
    this.#updates = null;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }
}
