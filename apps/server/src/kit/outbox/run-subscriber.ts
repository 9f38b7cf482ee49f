// Delivers events to one subscriber in order, and stores its cursor.
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { createSerialLoop, type SerialLoop } from '../serial-loop.ts';
import type { OutboxRepository, StoredEvent } from './outbox.repository.ts';
import type { RecentEvents } from './recent-events.ts';
import type { Subscriber } from './subscriber.ts';

const BATCH = 100;
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 30_000;
/** An idle subscriber's cursor is stored when it lags by so many positions, so that old events can be removed. */
const IDLE_STRIDE = 200;
/**
 * An idle subscriber's cursor is also stored after so long, ms, because the age of the oldest unhandled event is
 * computed from the stored cursors.
 */
const STORE_IDLE_EVERY_MS = 10_000;
/**
 * Interval at which the cursor is stored after handled events, ms; after a crash, at most the events of this time are
 * delivered again.
 */
const STORE_EVERY_MS = 1_000;
/**
 * Pause of a subscriber with `handleTogether` between two deliveries, ms, so that several events are collected under
 * load.
 */
const TOGETHER_MS = 500;

export interface SubscriberDeps {
  outbox: Pick<OutboxRepository, 'cursor' | 'readNamesSince' | 'moveCursor' | 'recordFailure'>;
  /** Cache of the events that this server has read. */
  recent: Pick<RecentEvents, 'head' | 'readNamesSince'>;
  logger: Pick<Logger, 'error'>;
  metrics: { readonly eventsHandled: Pick<Metrics['eventsHandled'], 'inc'> };
  /**
   * A number that differs for each time this server became the leader; null while another server is the leader. Must be
   * cheap for the leader, because it is called before each delivery.
   */
  lead: () => Promise<number | null>;
}

/** Progress of a subscriber during one leadership of this server. */
interface Place {
  lead: number;
  position: number;
  /** The position stored in the database, from which a restart resumes. */
  stored: number;
  /** ms since the epoch; 0 before the first store. */
  storedAt: number;
  /** Whether events were handled whose position is not stored yet. */
  hasHandled: boolean;
}

/** A pause that ends early when the subscriber is stopped. */
function createPause() {
  let end: () => void = () => undefined;
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: (): void => end(),
  };
}

export function runSubscriber(subscriber: Subscriber, deps: SubscriberDeps): SerialLoop {
  const { outbox, recent, logger, metrics, lead } = deps;
  const { name } = subscriber;
  const pause = createPause();
  let stopped = false;
  let place: Place | null = null;
  /** ms since the epoch */
  let handledAt = 0;

  /**
   * Asked before each delivery, because another server may have become the leader during a long one and then delivers
   * the same events. Usually answered without a query.
   */
  const mayDeliver = async (current: Place): Promise<boolean> =>
    !stopped && (await lead()) === current.lead && !stopped;

  /** Returns false when the subscriber was stopped, or this server lost the lead, before the event was handled. */
  const deliver = async (event: StoredEvent, current: Place): Promise<boolean> => {
    for (let attempt = 1; await mayDeliver(current); attempt += 1) {
      try {
        await subscriber.handle(event);
        metrics.eventsHandled.inc({ subscriber: name, result: 'done' });
        return true;
      } catch (error) {
        metrics.eventsHandled.inc({ subscriber: name, result: 'failed' });
        logger.error(
          { err: error, subscriber: name, position: event.position, attempt },
          'An event was not handled',
        );
        // Stored now, because the retry delays may be long: after a restart, earlier events are not delivered again.
        // This throws while the database is away: such failures say nothing about the event, so that they do not count
        // as attempts, and the event is delivered again at the next wake-up instead of after a long pause.
        await storePosition(current);
        if (attempt >= MAX_ATTEMPTS) {
          await outbox.recordFailure(name, event, error instanceof Error ? error.message : String(error));
          return true;
        }
        await pause.wait(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
      }
    }
    return false;
  };

  /** Returns false when the events must be handled one by one. */
  const deliverTogether = async (events: readonly StoredEvent[], current: Place): Promise<boolean> => {
    if (!subscriber.handleTogether || events.length < 2 || !(await mayDeliver(current))) return false;
    try {
      await subscriber.handleTogether(events);
      metrics.eventsHandled.inc({ subscriber: name, result: 'done' }, events.length);
      return true;
    } catch (error) {
      logger.error(
        { err: error, subscriber: name, events: events.length },
        'Events were not handled together',
      );
      return false;
    }
  };

  /** Returns false when events remain that this server must not deliver now. */
  const deliverAll = async (events: readonly StoredEvent[], current: Place): Promise<boolean> => {
    const last = events.at(-1);
    if (!last) return true;
    const isDone = await deliverTogether(events, current);
    for (const event of isDone ? [last] : events) {
      if (!isDone && !(await deliver(event, current))) return false;
      current.position = event.position;
      current.hasHandled = true;
    }
    handledAt = Date.now();
    return true;
  };

  const waitForOthers = async () => {
    const early = subscriber.handleTogether ? handledAt + TOGETHER_MS - Date.now() : 0;
    // The minimum bounds the wait when the system clock was set back.
    if (early > 0 && !stopped) await pause.wait(Math.min(early, TOGETHER_MS));
  };

  /** Returns the progress in the current leadership; null while this server is not the leader. */
  const currentPlace = async () => {
    const current = await lead();
    if (current === null) return null;
    if (place?.lead !== current) {
      const position = await outbox.cursor(name);
      place = { lead: current, position, stored: position, storedAt: 0, hasHandled: false };
    }
    return place;
  };

  const storePlace = async (current: Place) => {
    if (current.stored !== current.position) await storePosition(current);
  };

  const storePosition = async (current: Place) => {
    await outbox.moveCursor(name, current.position);
    current.stored = current.position;
    current.storedAt = Date.now();
    current.hasHandled = false;
  };

  const isStoreDue = ({ position, stored, storedAt, hasHandled }: Place): boolean =>
    position - stored >= IDLE_STRIDE ||
    (position > stored && Date.now() >= storedAt + (hasHandled ? STORE_EVERY_MS : STORE_IDLE_EVERY_MS));

  const catchUp = async () => {
    await waitForOthers();
    const current = stopped ? null : await currentPlace();
    if (current === null) return;
    for (;;) {
      // Read before the events: positions up to this head that are not among the events read do not concern this
      // subscriber.
      const head = recent.head();
      const events =
        recent.readNamesSince(subscriber.events, current.position, BATCH) ??
        (await outbox.readNamesSince(subscriber.events, current.position, BATCH));
      if (!(await deliverAll(events, current))) return;
      if (events.length < BATCH) current.position = Math.max(current.position, head);
      if (isStoreDue(current)) await storePlace(current);
      if (events.length < BATCH) return;
    }
  };

  const onError = (error: unknown) =>
    logger.error({ err: error, subscriber: name }, 'A subscriber could not read its events');
  const loop = createSerialLoop(catchUp, onError);
  return {
    wake: loop.wake,
    async stop() {
      stopped = true;
      pause.end();
      await loop.stop();
      if (place?.hasHandled) await storePlace(place).catch(onError);
    },
  };
}
