// One live socket: its subscriptions, what is buffered for it, and its limits.
import type { LiveServerMessage } from '@kerb/contract';
import type { Actor } from '../http/actor.ts';
import type { StoredEvent } from '../outbox/outbox.repository.ts';
import { encodeEvent, encodeUpdate, type LiveUpdate, updateKey } from './frames.ts';

/** The part of a WebSocket that is used. */
export interface Socket {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export const closeCodes = { sessionEnded: 4401, tooSlow: 4408, tooMany: 4429, goingAway: 1001 } as const;

/** Bytes waiting in the socket above which updates wait, and above which the client is too slow to keep. */
const UPDATES_WAIT_BYTES = 256 * 1024;
const TOO_SLOW_BYTES = 4 * 1024 * 1024;
/** Updates that are sent at once between two frames: enough for the watchers of one car. More wait for the frame. */
const UPDATES_AT_ONCE = 4;
const MESSAGES_PER_SECOND = 20;
const MESSAGES_AT_ONCE = 60;

interface Subscription {
  internal: ReadonlySet<string>;
  /** Events up to this position were sent or did not concern the client. */
  position: number;
  /** While earlier events are read: the events that came meanwhile. */
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
    /** Set when the socket is gone: nothing may join for it any more. */
    isGone: false,
    subscriptions,
    send,

    /** False when the client sends more than it may. */
    admit(): boolean {
      const now = performance.now();
      allowance = Math.min(MESSAGES_AT_ONCE, allowance + ((now - countedAt) / 1000) * MESSAGES_PER_SECOND);
      countedAt = now;
      allowance -= 1;
      return allowance >= 0;
    },
    /** How far below its allowance the client is: 0 while it keeps to it. */
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

    /** Ends the reading of earlier events: what came meanwhile follows, without gap or double. */
    goLive(topics: readonly string[]): void {
      for (const topic of topics) {
        const subscription = subscriptions.get(topic);
        if (!subscription) continue;
        const waiting = subscription.waiting ?? [];
        subscription.waiting = null;
        for (const event of waiting) sendEvent(topic, subscription, event);
      }
    },

    /** Sends the first updates after a frame at once; of those that follow, the newest of each kind wait for the next. */
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

    /** Begins a frame: sends the newest waiting updates, unless the client has yet to take earlier bytes. */
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
