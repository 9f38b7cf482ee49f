// Tests the relay: committed events reach the bus and the subscribers in order, also after failures and restarts.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { appendEvent, outboxRepository, type StoredEvent } from './outbox.repository.ts';
import { committedEvents, createRelay, type Relay } from './relay.ts';
import type { Subscriber } from './subscriber.ts';

const database = await createTestDatabase();
const logger = createLogger('silent');
const running: Relay[] = [];

afterEach(async () => {
  for (const relay of running.splice(0)) await relay.stop();
});
afterAll(() => database.close());

async function startRelay(subscribers: readonly Subscriber[] = []) {
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const published: StoredEvent[] = [];
  bus.subscribe(committedEvents, (event) => published.push(event));
  const relay = createRelay({ database, bus, subscribers, logger, metrics: createMetrics() });
  running.push(relay);
  await relay.start();
  return { relay, published };
}

const append = (name: string, n: number) =>
  database.withTx((tx) => appendEvent(tx, { name, topics: [], data: { n } }));
const numbers = (events: readonly StoredEvent[]) => events.map(({ data }) => Number(data.n));

describe('the relay', () => {
  it('publishes on every server what any of them committed, in the same order', async () => {
    const first = await startRelay();
    const second = await startRelay();
    await Promise.all(Array.from({ length: 50 }, (_, n) => append('relay.published', n)));
    await waitFor(() => first.published.length === 50 && second.published.length === 50, 'all events twice');
    expect(numbers(second.published)).toEqual(numbers(first.published));
    const positions = first.published.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('caches the events from before its start, and does not publish them again', async () => {
    const first = await startRelay();
    const before = first.relay.position();
    for (let n = 0; n < 5; n += 1) await append('relay.before', n);
    await waitFor(() => first.published.length === 5, 'the events');
    const second = await startRelay();
    expect(second.relay.position()).toBe(first.relay.position());
    expect(second.relay.recent.covers(before)).toBe(true);
    await append('relay.after', 5);
    await waitFor(() => second.published.length === 1, 'the event after the start');
    expect(numbers(second.published)).toEqual([5]);
  });

  it('delivers events to each subscriber once, from one of the servers', async () => {
    const handled: number[] = [];
    const subscriber: Subscriber = {
      name: 'test.once',
      events: ['relay.once'],
      handle: async ({ data }) => {
        handled.push(Number(data.n));
      },
    };
    await startRelay([subscriber]);
    await startRelay([subscriber]);
    for (let n = 0; n < 20; n += 1) await append(n % 2 === 0 ? 'relay.once' : 'relay.other', n);
    await waitFor(() => handled.length === 10, 'ten events');
    expect(handled).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });

  it('retries a failed event before it continues, and delays no other subscriber', async () => {
    const attempts: number[] = [];
    const others: number[] = [];
    await startRelay([
      {
        name: 'test.failing',
        events: ['relay.retried'],
        handle: async ({ data }) => {
          attempts.push(Number(data.n));
          if (attempts.length <= 2) throw new Error('not yet');
        },
      },
      {
        name: 'test.other',
        events: ['relay.retried'],
        handle: async ({ data }) => {
          others.push(Number(data.n));
        },
      },
    ]);
    await append('relay.retried', 1);
    await append('relay.retried', 2);
    await waitFor(() => attempts.length === 4 && others.length === 2, 'both events handled');
    expect(attempts).toEqual([1, 1, 1, 2]);
    expect(others).toEqual([1, 2]);
  });

  it('continues after a restart from its last position', async () => {
    const handled: number[] = [];
    const subscriber: Subscriber = {
      name: 'test.restarted',
      events: ['relay.restarted'],
      handle: async ({ data }) => {
        handled.push(Number(data.n));
      },
    };
    const first = await startRelay([subscriber]);
    await append('relay.restarted', 1);
    await waitFor(async () => {
      const position = await outboxRepository(database.queries).cursor(subscriber.name);
      return (
        handled.length === 1 && position > 0 && position >= (await outboxRepository(database.queries).head())
      );
    }, 'the first event to be done');
    await first.relay.stop();
    await append('relay.restarted', 2);
    await startRelay([subscriber]);
    await waitFor(() => handled.length >= 2, 'the event of the meantime');
    expect(handled).toEqual([1, 2]);
  });

  it('rejects two subscribers with one name', () => {
    const subscriber: Subscriber = { name: 'test.double', events: [], handle: async () => undefined };
    const bus = createInProcessBus(() => undefined);
    const deps = { database, bus, subscribers: [subscriber, subscriber], logger, metrics: createMetrics() };
    expect(() => createRelay(deps)).toThrow('test.double');
  });
});
