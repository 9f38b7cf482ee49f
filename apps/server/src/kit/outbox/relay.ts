// The outbox relay: assigns positions to committed events, publishes them on the bus, and wakes subscribers.
import { setTimeout } from 'node:timers/promises';
import type { Bus, BusTopic } from '../../ports/bus.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { createSerialLoop, type SerialLoop } from '../serial-loop.ts';
import { outboxRepository, type StoredEvent } from './outbox.repository.ts';
import { createRecentEvents, HELD_EVENTS, type RecentEvents } from './recent-events.ts';
import { runSubscriber } from './run-subscriber.ts';
import { createSignals } from './signals.ts';
import type { Subscriber } from './subscriber.ts';

/** Every committed event, published once on every server in the order of positions. */
export const committedEvents: BusTopic<StoredEvent> = { name: 'outbox.committed' };

/**
 * Calls the listener on every server for each event with these names, in order and soon after the commit, so that each
 * server can invalidate its caches. (A `Subscriber` runs on one server only.) Events committed while a server is down
 * are not delivered to it, because it starts with empty caches.
 */
export function subscribeOnEveryServer(
  bus: Bus,
  names: readonly string[],
  listener: (event: StoredEvent) => void,
): void {
  bus.subscribe(committedEvents, (event) => {
    if (names.includes(event.name)) listener(event);
  });
}

const SEQUENCE_BATCH = 500;
const READ_BATCH = 500;
/**
 * Minimum interval between two sequencer runs, ms: under load, the events of this time are sequenced and read together.
 * An event after a pause does not wait.
 */
const SEQUENCE_EVERY_MS = 50;
/**
 * Interval of additional checks, ms: a notification can be lost together with its connection, and this bounds the
 * delay.
 */
const LOOK_AGAIN_MS = 2_000;

export interface RelayDeps {
  database: Database;
  bus: Bus;
  subscribers: readonly Subscriber[];
  logger: Logger;
  metrics: Metrics;
}

export interface Relay {
  start(): Promise<void>;
  /** Position up to which this server has published. */
  position(): number;
  /** The newest events, those that were published before this server started included. */
  readonly recent: Pick<RecentEvents, 'covers' | 'readTopicsSince'>;
  stop(): Promise<void>;
}

function rejectDuplicates(subscribers: readonly Subscriber[]): void {
  const names = subscribers.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new Error(`Two subscribers are named ${double}`);
}

export function createRelay({ database, bus, subscribers, logger, metrics }: RelayDeps): Relay {
  rejectDuplicates(subscribers);
  const outbox = outboxRepository(database.queries);
  let recent = createRecentEvents(0);
  let runners: readonly SerialLoop[] = [];
  let timer: NodeJS.Timeout | undefined;
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'The outbox relay failed and will try again');

  const wakeRunners = () => {
    for (const runner of runners) runner.wake();
  };
  /** Publishes those of the events that were not published yet; they follow the last published one without a gap. */
  const publish = (events: readonly StoredEvent[]): void => {
    const next = events.filter(({ position }) => position > recent.head());
    recent.add(next);
    for (const event of next) bus.publish(committedEvents, event);
    if (next.length > 0) wakeRunners();
  };

  const publisher = createSerialLoop(async () => {
    for (;;) {
      const events = await outbox.readSince(recent.head(), READ_BATCH);
      publish(events);
      if (events.length < READ_BATCH) return;
    }
  }, onError);

  /** ms since the epoch */
  let sequencedAt = 0;
  const sequencer = createSerialLoop(async () => {
    if ((await signals.lead()) === null) return;
    const early = sequencedAt + SEQUENCE_EVERY_MS - Date.now();
    // The minimum bounds the wait when the system clock was set back.
    if (early > 0) await setTimeout(Math.min(early, SEQUENCE_EVERY_MS));
    let events: StoredEvent[];
    do {
      events = await outbox.sequence(SEQUENCE_BATCH);
      // Published without reading them again, unless another server assigned the positions before these.
      if (events[0]?.position === recent.head() + 1) publish(events);
      else if (events.length > 0) publisher.wake();
    } while (events.length === SEQUENCE_BATCH);
    sequencedAt = Date.now();
  }, onError);

  /** `position` is the last one assigned; null from a server of an earlier release. */
  const onSequenced = (position: number | null): void => {
    if (position === null || position > recent.head()) publisher.wake();
  };

  const wakeAll = () => {
    sequencer.wake();
    publisher.wake();
    // Subscribers may run here if this server became the leader, and failed reads are retried.
    wakeRunners();
  };
  const signals = createSignals(database.connectionString, {
    onInserted: sequencer.wake,
    onSequenced,
    onConnected: wakeAll,
    onError,
  });

  /** Caches the newest events, which sockets that come from a stopped server need when this one takes its place. */
  async function readRecent(): Promise<RecentEvents> {
    const head = await outbox.head();
    const first = Math.max(0, head - HELD_EVENTS);
    const events = await outbox.readSince(first, HELD_EVENTS);
    // Read afterwards, because events may be removed meanwhile.
    const from = Math.max(first, await outbox.removedThrough());
    const cache = createRecentEvents(from);
    // Later events are not cached here, because they are published first.
    cache.add(events.filter(({ position }) => position > from && position <= head));
    return cache;
  }

  return {
    async start() {
      recent = await readRecent();
      runners = subscribers.map((subscriber) =>
        runSubscriber(subscriber, { outbox, recent, logger, metrics, lead: signals.lead }),
      );
      // Creates the cursor of each subscriber before anything is served, so that it misses no event from now on.
      for (const { name } of subscribers) await outbox.cursor(name);
      const lag = () => outbox.lag(subscribers.map(({ name }) => name));
      metrics.observe('kerb_outbox_unsequenced', 'Events that wait for a position', async () => {
        return (await lag()).unsequenced;
      });
      metrics.observe(
        'kerb_outbox_oldest_seconds',
        'Age of the oldest event that a subscriber has yet to handle',
        async () => (await lag()).oldestSeconds,
      );
      metrics.observe(
        'kerb_outbox_leads',
        'Whether this server orders events and runs the subscribers: 1 or 0',
        () => Number(signals.leads()),
      );
      await signals.start();
      timer = setInterval(wakeAll, LOOK_AGAIN_MS);
    },
    position: () => recent.head(),
    recent: {
      covers: (position) => recent.covers(position),
      readTopicsSince: (topics, position, limit) => recent.readTopicsSince(topics, position, limit),
    },
    async stop() {
      clearInterval(timer);
      await sequencer.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      await publisher.stop();
      await signals.stop();
    },
  };
}
