// Live sockets of the SDK through the proxy that record the received events by topic.
import { createLive, type Live, type LiveSocketClass, type TopicMessage } from '@kerb/sdk/live';
import { WebSocket } from 'ws';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import type { Person } from './clients.ts';
import type { Received } from './judge-events.ts';

export const NodeSocket: LiveSocketClass = WebSocket;

export interface Watcher {
  readonly person: Person;
  readonly live: Live;
  /** Subscribes to a topic; `internal` is its outbox topic. The first received event may have any position. */
  watch(topic: string, internal: string): void;
  /** Events received by topic; for topics subscribed at the start, only those after the position `since`. */
  received(since: number): Received[];
  leave(): void;
}

export interface WatcherOptions {
  /** http://host:port of the proxy, or of one server. */
  readonly origin: string;
  readonly person: Person;
  /** Topics subscribed at the start: the outbox topic by the client's topic. */
  readonly topics: Readonly<Record<string, string>>;
  /** Called each time a connection is ready. */
  readonly onOpen?: () => void;
  /** Replaced by planted faults: the socket class, and the function that records an event. */
  readonly WebSocket?: LiveSocketClass;
  readonly note?: (seqs: number[], seq: number) => void;
}

interface Watched {
  readonly internal: string;
  readonly isOfStart: boolean;
  readonly seqs: number[];
}

const append = (seqs: number[], seq: number): void => void seqs.push(seq);

export function openWatcher(options: WatcherOptions): Watcher {
  const { origin, person, topics, onOpen = () => undefined, note = append } = options;
  const watched = new Map<string, Watched>();
  const live = createLive({
    url: `${origin.replace('http', 'ws')}/api/v1/live`,
    token: person.token,
    WebSocket: options.WebSocket ?? NodeSocket,
    onReady: () => onOpen(),
  });
  function subscribe(topic: string, internal: string, isOfStart: boolean): void {
    if (watched.has(topic)) return;
    const seqs: number[] = [];
    watched.set(topic, { internal, isOfStart, seqs });
    live.subscribe(topic, (message: TopicMessage) => {
      if (message.type === 'event') note(seqs, message.seq);
    });
  }
  for (const [topic, internal] of Object.entries(topics)) subscribe(topic, internal, true);
  live.connect();
  return {
    person,
    live,
    watch: (topic, internal) => subscribe(topic, internal, false),
    received: (since) =>
      [...watched].map(([topic, { internal, isOfStart, seqs }]) => ({
        what: `${person.caller.role} ${topic.replace(/:.*/, '')}`,
        internal,
        seqs: isOfStart ? seqs.filter((seq) => seq > since) : seqs,
        since: isOfStart ? since : null,
      })),
    leave: live.disconnect,
  };
}

/** Whether all sockets are connected within `withinMs`. */
export function untilOpen(watchers: readonly Watcher[], withinMs: number): Promise<boolean> {
  return becomesTrueWithin(withinMs, () => watchers.every(({ live }) => live.state() === 'open'));
}

/** Maximum number of these times, in ms, within any interval of one second. */
export function maxWithinSecond(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  let most = 0;
  let first = 0;
  for (const [index, moment] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= moment - 1_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Outbox topics by client topic, for each role. */
export const topicsOf = {
  rider: (uid: string) => ({ me: `user:${uid}`, bookings: `bookings:customer:${uid}` }),
  driver: (uid: string) => ({
    me: `user:${uid}`,
    tasks: `tasks:${uid}`,
    bookings: `bookings:driver:${uid}`,
  }),
  admin: () => ({ bookings: 'bookings:all', money: 'money' }),
} as const;
