// Feeds one subscriber the events it wants, in order, and remembers how far it came.
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { createSerialLoop, type SerialLoop } from '../serial-loop.ts';
import type { OutboxRepository, StoredEvent } from './outbox.repository.ts';
import type { Subscriber } from './subscriber.ts';

const BATCH = 100;
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 30_000;
/** An idle cursor is moved when it is this far behind, so that old events can be removed. */
const IDLE_STRIDE = 200;

export interface SubscriberDeps {
  outbox: Pick<OutboxRepository, 'cursor' | 'head' | 'readNamesSince' | 'moveCursor' | 'recordFailure'>;
  logger: Pick<Logger, 'error'>;
  metrics: { readonly eventsHandled: Pick<Metrics['eventsHandled'], 'inc'> };
  mayRun: () => Promise<boolean>;
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
    end: () => end(),
  };
}

export function runSubscriber(subscriber: Subscriber, deps: SubscriberDeps): SerialLoop {
  const { outbox, logger, metrics, mayRun } = deps;
  const { name } = subscriber;
  const pause = createPause();
  let stopped = false;

  /** False: stopped before the event was dealt with. */
  const deliver = async (event: StoredEvent): Promise<boolean> => {
    for (let attempt = 1; !stopped; attempt += 1) {
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
        if (attempt >= MAX_ATTEMPTS) {
          await outbox.recordFailure(name, event, error instanceof Error ? error.message : String(error));
          return true;
        }
        await pause.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
      }
    }
    return false;
  };

  const catchUp = async () => {
    if (stopped || !(await mayRun())) return;
    let position = await outbox.cursor(name);
    for (;;) {
      // Read before the events: what is below it and not among them does not concern this subscriber.
      const head = await outbox.head();
      const events = await outbox.readNamesSince(subscriber.events, position, BATCH);
      for (const event of events) {
        if (stopped || !(await deliver(event))) return;
        position = event.position;
        await outbox.moveCursor(name, position);
      }
      if (events.length < BATCH) {
        if (head - position >= IDLE_STRIDE) await outbox.moveCursor(name, head);
        return;
      }
    }
  };

  const loop = createSerialLoop(catchUp, (error) =>
    logger.error({ err: error, subscriber: name }, 'A subscriber could not read its events'),
  );
  return {
    wake: loop.wake,
    stop: () => {
      stopped = true;
      pause.end();
      return loop.stop();
    },
  };
}
