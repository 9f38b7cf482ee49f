// Contract test suite of all adapters for messages between servers.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { OtherServers, SharedTopic, UnreadReason } from '../../ports/other-servers.ts';
import type { ListenerDeps } from './listeners.ts';

export const numbers: SharedTopic<number> = { name: 'number', read: (data) => z.number().parse(data) };
export const words: SharedTopic<string> = { name: 'word', read: (data) => z.string().parse(data) };

const place = z.object({ lat: z.number(), lng: z.number() });
export const places: SharedTopic<z.infer<typeof place>> = {
  name: 'place',
  read: (data) => place.parse(data),
  placeOf: (message) => message,
};

const car = z.object({ name: z.string(), lat: z.number(), lng: z.number(), at: z.number() });
export type Car = z.infer<typeof car>;
export const cars: SharedTopic<Car> = {
  name: 'car',
  read: (data) => car.parse(data),
  placeOf: (message) => message,
  keyOf: ({ name }) => name,
};

/** A server with the messages that its listeners received, and the errors and unread messages that it reported. */
export interface Listening {
  readonly server: OtherServers;
  readonly received: unknown[];
  readonly errors: unknown[];
  readonly unread: UnreadReason[];
}

/** Subscribes to all topics of the suite and needs all areas; the listener of numbers throws for negative ones. */
export function listenToAll(create: (reports: ListenerDeps) => OtherServers): Listening {
  const errors: unknown[] = [];
  const unread: UnreadReason[] = [];
  const server = create({
    onError: (error) => errors.push(error),
    onUnread: (reason) => unread.push(reason),
  });
  const received: unknown[] = [];
  server.subscribe(numbers, (number) => {
    if (number < 0) throw new Error('not below zero');
    received.push(number);
  });
  server.subscribe(words, (word) => received.push(word));
  server.subscribe(places, (message) => received.push(message));
  server.subscribe(cars, (message) => received.push(message));
  void server.need('all', 'everywhere');
  return { server, received, errors, unread };
}

interface Suite {
  create: (reports: ListenerDeps) => OtherServers;
  /** Resolves when all servers send messages by their normal transport, as without failures. */
  settle: (servers: readonly OtherServers[]) => Promise<void>;
  /** Sends an unmodified payload to all servers, as another program could. */
  sendRaw: (payload: string) => Promise<void>;
}

export function otherServersContract({ create, settle, sendRaw }: Suite): void {
  const all: Listening[] = [];
  function listening(index: number): Listening {
    const found = all[index];
    if (found === undefined) throw new Error('The servers have not started');
    return found;
  }
  const one = () => listening(0);
  const two = () => listening(1);
  const three = () => listening(2);
  const clear = () => {
    for (const { received } of all) received.length = 0;
  };
  const receivedByAll = () => all.map(({ received }) => received);
  /** Positions are left out: one that the test before published may still be on its way to a server. */
  const wordsReceivedByAll = () =>
    receivedByAll().map((received) => received.filter((message) => typeof message === 'string'));

  beforeAll(async () => {
    for (let index = 0; index < 3; index += 1) {
      const started = listenToAll(create);
      await started.server.start();
      all.push(started);
    }
    await settle(all.map(({ server }) => server));
  });
  afterAll(async () => {
    for (const { server } of all) await server.close();
  });

  it('every other server receives a message once, in order, and no server its own', async () => {
    one().server.publish(numbers, 1);
    one().server.publish(words, 'two');
    const byOne = [1, 'two'];
    await vi.waitFor(() => expect(receivedByAll()).toEqual([[], byOne, byOne]), 10_000);
    three().server.publish(words, 'three');
    await vi.waitFor(() => expect(receivedByAll()).toEqual([['three'], [...byOne, 'three'], byOne]), 10_000);
  });

  it('messages of all parts of the world arrive', async () => {
    clear();
    const sent = [-89, -34.9, 0, 51.5, 89].flatMap((lat) =>
      [-179, -56.2, 0, 2.1, 179].map((lng) => ({ lat, lng })),
    );
    for (const message of sent) two().server.publish(places, message);
    await vi.waitFor(() => {
      for (const { received } of [one(), three()]) {
        expect(received).toHaveLength(sent.length);
        expect(received).toEqual(expect.arrayContaining(sent));
      }
    }, 10_000);
    expect(two().received).toEqual([]);
  });

  it('what is needed of a place arrives, and the latest about a key can be read', async () => {
    clear();
    const here = { lat: -34.9, lng: -56.2 };
    two().server.release('all');
    expect(await two().server.need('here', { ...here, radiusKm: 1 })).toBe(true);
    one().server.publish(cars, { name: 'first', ...here, at: 1 });
    await vi.waitFor(() => expect(two().received).toContainEqual({ name: 'first', ...here, at: 1 }), 10_000);
    two().server.release('here');
    const there = { name: 'second', lat: 41.4, lng: 2.2, at: 2 };
    one().server.publish(cars, there);
    await vi.waitFor(async () => {
      expect(await two().server.refreshKeys(cars, ['second'])).toBe(true);
      expect(await two().server.refreshArea({ lat: 41.4, lng: 2.2, radiusKm: 1 })).toBe(true);
      expect(two().received).toContainEqual(there);
    }, 10_000);
    expect(await two().server.need('all', 'everywhere')).toBe(true);
  });

  it('a thousand messages at once arrive, larger together than any limit of one', async () => {
    clear();
    const sent = Array.from({ length: 1000 }, (_, index) => `${index} ${'ñ'.repeat(40)}`);
    for (const word of sent) one().server.publish(words, word);
    await vi.waitFor(() => expect(wordsReceivedByAll()).toEqual([[], sent, sent]), 10_000);
  });

  it('a listener that throws blocks no other message', async () => {
    clear();
    one().server.publish(numbers, -1);
    one().server.publish(numbers, 7);
    await vi.waitFor(() => expect(receivedByAll()).toEqual([[], [7], [7]]), 10_000);
    expect(two().errors.length).toBeGreaterThan(0);
  });

  it('what another version sends and this one cannot read is counted, and blocks no other message', async () => {
    clear();
    expect(all.flatMap(({ unread }) => unread)).toEqual([]);
    const errorsBefore = two().errors.length;
    for (const payload of [
      'not JSON',
      '{"from":1}',
      '{"from":"x","said":[["number","no"],["unknown",1],["number",6]]}',
      '{"from":"x","version":2,"said":[["number",8]]}',
    ])
      await sendRaw(payload);
    one().server.publish(numbers, 7);
    await vi.waitFor(() => {
      for (const { received } of [two(), three()])
        expect(received).toEqual(expect.arrayContaining([6, 7, 8]));
    }, 10_000);
    for (const { unread } of [two(), three()])
      expect(unread).toEqual(['invalid', 'invalid', 'invalid', 'unknown']);
    expect(two().errors).toHaveLength(errorsBefore);
  });

  it('buffered messages are sent before a server closes', async () => {
    clear();
    one().server.publish(words, 'farewell');
    await one().server.close();
    await vi.waitFor(() => expect(receivedByAll()).toEqual([[], ['farewell'], ['farewell']]), 10_000);
  });
}
