// Live sockets through the proxy by the SDK: what each delivers by topic, and when it connected again.
import { createLive, type Live, type LiveSocketClass, type TopicMessage } from '@kerb/sdk/live';
import { WebSocket } from 'ws';
import { holdsWithin } from '../lib/wait-for.ts';
import type { Person } from './clients.ts';
import type { Received } from './judge-events.ts';

export const NodeSocket: LiveSocketClass = WebSocket;

export interface Watcher {
  readonly person: Person;
  readonly live: Live;
  /** Subscribes; `internal` is the topic of the outbox behind it. Its first event may have any position. */
  watch(topic: string, internal: string): void;
  /** What arrived on each topic; on those of the start, after the position `since`. */
  received(since: number): Received[];
  /** How often it connected again. */
  reconnects(): number;
  leave(): void;
}

export interface WatcherOptions {
  /** http://host:port of the proxy, or of one server. */
  readonly origin: string;
  readonly person: Person;
  /** Of the start: from the topic of the client to that of the outbox. */
  readonly topics: Readonly<Record<string, string>>;
  /** Called each time a connection is ready. */
  readonly onOpen?: () => void;
  /** What a planted fault puts in place of the real ones. */
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
  let opened = 0;
  const live = createLive({
    url: `${origin.replace('http', 'ws')}/api/v1/live`,
    token: person.token,
    WebSocket: options.WebSocket ?? NodeSocket,
    onReady() {
      opened += 1;
      onOpen();
    },
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
    reconnects: () => Math.max(0, opened - 1),
    leave: live.disconnect,
  };
}

/** Whether all are connected in time. */
export function untilOpen(watchers: readonly Watcher[], withinMs: number): Promise<boolean> {
  return holdsWithin(withinMs, () => watchers.every(({ live }) => live.state() === 'open'));
}

/** The most of these moments in any second, ms each. */
export function mostInASecond(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  let most = 0;
  let first = 0;
  for (const [index, moment] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= moment - 1_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Topics of a role, from those of the client to those of the outbox. */
export const topicsOf = {
  rider: (uid: string) => ({ me: `user:${uid}`, bookings: `bookings:customer:${uid}` }),
  driver: (uid: string) => ({
    me: `user:${uid}`,
    tasks: `tasks:${uid}`,
    bookings: `bookings:driver:${uid}`,
  }),
  admin: () => ({ bookings: 'bookings:all', money: 'money' }),
} as const;
