// One live socket: its subscriptions, its buffered updates and its limits.
import type { LiveServerMessage } from '@kerb/contract';
import type { Actor } from '../http/actor.ts';
import type { StoredEvent } from '../outbox/outbox.repository.ts';
import { encodeEvent, encodeUpdate, type LiveUpdate, updateKey } from './frames.ts';

/** The methods and properties of a WebSocket that are used. */
export interface Socket {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

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

export function createConnection(socket: Socket, onDropped: (kind: 'position' | 'socket') => void) {
  const subscriptions = new Map<string, Subscription>();
  const updates = new Map<string, { topic: string; update: LiveUpdate }>();
  let sentAtOnce = 0;
  let allowance = MESSAGES_AT_ONCE;
  let countedAt = performance.now();

  const sendText = (text: string): void => {
    if (socket.bufferedAmount > TOO_SLOW_BYTES) {
      onDropped('socket');
      socket.terminate();
      return;
    }
    socket.send(text);
  };
  const send = (message: LiveServerMessage): void => sendText(JSON.stringify(message));

  const sendEvent = (topic: string, subscription: Subscription, event: StoredEvent): void => {
    if (event.position <= subscription.position) return;
    subscription.position = event.position;
    sendText(encodeEvent(topic, event));
  };

  return {
    actor: null as Actor | null,
    token: null as string | null,
    /** True after the socket closed: no topic may be joined any more. */
    isGone: false,
    subscriptions,
    send,

    /** Consumes one message of the rate limit; returns false when the client sends too many. */
    admit(): boolean {
      const now = performance.now();
      allowance = Math.min(MESSAGES_AT_ONCE, allowance + ((now - countedAt) / 1000) * MESSAGES_PER_SECOND);
      countedAt = now;
      allowance -= 1;
      return allowance >= 0;
    },
    /** Number of messages beyond the rate limit; 0 while the client complies. */
    excess: (): number => Math.max(0, -allowance),

    deliver(topic: string, event: StoredEvent): void {
      const subscription = subscriptions.get(topic);
      if (!subscription) return;
      if (subscription.waiting) subscription.waiting.push(event);
      else sendEvent(topic, subscription, event);
    },

    /** Sends an event read from the outbox to each of the topics that carry it. */
    replay(topics: readonly string[], event: StoredEvent): void {
      for (const topic of topics) {
        const subscription = subscriptions.get(topic);
        if (subscription && event.topics.some((internal) => subscription.internal.has(internal)))
          sendEvent(topic, subscription, event);
      }
    },

    /** Ends the replay: sends the buffered events, without gaps or duplicates, and delivers later ones directly. */
    goLive(topics: readonly string[]): void {
      for (const topic of topics) {
        const subscription = subscriptions.get(topic);
        if (!subscription) continue;
        const waiting = subscription.waiting ?? [];
        subscription.waiting = null;
        for (const event of waiting) sendEvent(topic, subscription, event);
      }
    },

    /**
     * Sends the first updates after a frame at once; later ones replace older ones of the same key and are sent with
     * the next frame.
     */
    showUpdate(topic: string, update: LiveUpdate): void {
      if (!subscriptions.has(topic)) return;
      const mayGo = updates.size === 0 && sentAtOnce < UPDATES_AT_ONCE;
      if (!mayGo || socket.bufferedAmount > UPDATES_WAIT_BYTES) {
        updates.set(`${topic} ${updateKey(update)}`, { topic, update });
        return;
      }
      sentAtOnce += 1;
      sendText(encodeUpdate(topic, update));
    },

    /**
     * Starts a new frame: sends the buffered updates, unless the client has not yet received enough of the earlier
     * bytes.
     */
    flushUpdates(): void {
      sentAtOnce = 0;
      if (updates.size === 0) return;
      if (socket.bufferedAmount > UPDATES_WAIT_BYTES) {
        onDropped('position');
        return;
      }
      for (const { topic, update } of updates.values())
        if (subscriptions.has(topic)) sendText(encodeUpdate(topic, update));
      updates.clear();
    },

    close: (code: number, reason: string): void => socket.close(code, reason),
  };
}

export type Connection = ReturnType<typeof createConnection>;
