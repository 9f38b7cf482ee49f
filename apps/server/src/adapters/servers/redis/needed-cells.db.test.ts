// Tests subscriptions to needed map cells, reads of other cells from Redis, and servers that do not store messages.
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/testing/test-database.ts';
import {
  startTestRedis,
  startTestRedisCluster,
  type TestRedis,
  type TestRedisCluster,
} from '../../../kit/testing/test-redis.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { type Car, cars, words } from '../other-servers.contract.ts';
import { createChannels } from './channels.ts';
import type { RedisServers } from './redis-servers.ts';
import { createServerAt, NAMESPACE, untilAlone } from './testing/redis-test-servers.ts';

const channels = createChannels(NAMESPACE);
const plaza = { lat: -34.89, lng: -56.2 };
/** A place two cells to the north. */
const north = { lat: plaza.lat + 2 / 32, lng: plaza.lng };
const carAt = (name: string, place: { lat: number; lng: number }, at = 1): Car => ({ name, ...place, at });

interface Server {
  readonly server: RedisServers;
  /** Cars received at the time of publishing; `read` contains those read from Redis. */
  readonly received: Car[];
  readonly read: Car[];
  readonly gaps: { count: number };
}

let database: TestDatabase;
let started: Server[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  for (const { server } of started) await server.close();
  started = [];
});

async function startServer(url: string): Promise<Server> {
  const one: Server = {
    server: createServerAt(url, database, { onError: () => undefined, onUnread: () => undefined }),
    received: [],
    read: [],
    gaps: { count: 0 },
  };
  one.server.subscribe(cars, (car, isStored) => (isStored ? one.read : one.received).push(car));
  one.server.onGap(() => {
    one.gaps.count += 1;
  });
  started.push(one);
  await one.server.start();
  return one;
}
const untilSubscribed = ({ server }: Server, cells: number) =>
  waitFor(() => server.cellsSubscribed() === cells, `${cells} cells subscribed`);

/** Starts two servers, and waits until both use Redis only and need no cell. */
async function startTwo(url: string): Promise<readonly [Server, Server]> {
  const one = await startServer(url);
  const two = await startServer(url);
  await untilAlone([one.server, two.server]);
  for (const server of [one, two]) await untilSubscribed(server, 0);
  return [one, two];
}

/** Resolves when all messages published before are stored. */
async function untilStored(of: Server, reader: Server): Promise<void> {
  const marker = `marker ${Math.random()}`;
  of.server.publish(cars, carAt(marker, { lat: 60, lng: 60 }));
  await waitFor(async () => {
    // A read is reused for a second, so that each attempt needs a new key.
    await reader.server.refreshKeys(cars, [marker, `${marker} ${performance.now()}`]);
    return reader.read.some(({ name }) => name === marker);
  }, 'the messages to be stored');
}

describe.each([
  { title: 'one Redis', settings: [] },
  {
    title: 'a Redis without sharded channels',
    settings: ['--rename-command', 'SSUBSCRIBE', '', '--rename-command', 'SPUBLISH', ''],
  },
])('needs on $title', ({ settings }) => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis(settings);
  });
  afterAll(() => redis.stop());
  beforeEach(() => redis.command('flushall').then(() => undefined));

  it('a server receives the cells that it needs, from their latest stored messages on, and no others', async () => {
    const [one, two] = await startTwo(redis.url);
    one.server.publish(cars, carAt('before', plaza));
    one.server.publish(cars, carAt('elsewhere', north));
    await untilStored(one, two);
    expect(await two.server.need('trip', { ...plaza, radiusKm: 0.1 })).toBe(true);
    expect(two.server.cellsSubscribed()).toBe(1);
    expect(two.read).toContainEqual(carAt('before', plaza));
    expect(two.read).not.toContainEqual(carAt('elsewhere', north));
    one.server.publish(cars, carAt('elsewhere', north, 2));
    one.server.publish(cars, carAt('before', plaza, 2));
    await waitFor(() => two.received.length > 0, 'the car');
    // Both cars were sent in one batch, so that the other one would have arrived by now.
    await untilStored(one, two);
    expect(two.received).toEqual([carAt('before', plaza, 2)]);
    two.server.release('trip');
    await untilSubscribed(two, 0);
  });

  it('a cell stays subscribed until its last need is released', async () => {
    const [, two] = await startTwo(redis.url);
    await two.server.need('console', 'everywhere');
    await two.server.need('trip', { ...plaza, radiusKm: 0.1 });
    expect(two.server.cellsSubscribed()).toBe(256);
    two.server.release('console');
    await untilSubscribed(two, 1);
    await two.server.need('trip', { ...north, radiusKm: 0.1 });
    await untilSubscribed(two, 1);
    expect(await redis.command('pubsub', 'numsub', channels.cellOf(plaza).name)).toMatch(/\n0$/);
    two.server.release('trip');
    await untilSubscribed(two, 0);
  });

  it('messages published while a subscription begins are received or read', async () => {
    const [one, two] = await startTwo(redis.url);
    let at = 0;
    const publishing = setInterval(() => {
      at += 1;
      one.server.publish(cars, carAt('moving', plaza, at));
    }, 5);
    try {
      for (let round = 0; round < 10; round += 1) {
        await two.server.need('trip', { ...plaza, radiusKm: 0.1 });
        const known = at;
        await waitFor(
          () => [...two.received, ...two.read].some((car) => car.at >= known),
          'what was published when the subscription had begun',
        );
        two.server.release('trip');
        await untilSubscribed(two, 0);
      }
    } finally {
      clearInterval(publishing);
    }
  });

  it('a server without subscriptions reads a cell, or requested cars, at most once in one second', async () => {
    const [one, two] = await startTwo(redis.url);
    one.server.publish(cars, carAt('first', plaza));
    one.server.publish(cars, carAt('second', north));
    await untilStored(one, two);
    two.read.length = 0;
    const around = { ...plaza, radiusKm: 0.1 };
    expect(await Promise.all(Array.from({ length: 20 }, () => two.server.refreshArea(around)))).not.toContain(
      false,
    );
    expect(two.read).toEqual([carAt('first', plaza)]);
    two.read.length = 0;
    await two.server.refreshKeys(cars, ['second', 'unknown']);
    await two.server.refreshKeys(cars, ['second']);
    expect(two.read).toEqual([carAt('second', north)]);
    expect(two.received).toEqual([]);
  });

  it('a car that left a cell is removed from it, and subscribers of the cell receive its new position', async () => {
    const [one, two] = await startTwo(redis.url);
    await two.server.need('trip', { ...plaza, radiusKm: 0.1 });
    one.server.publish(cars, carAt('leaving', plaza));
    await waitFor(() => two.received.length === 1, 'the car');
    one.server.publish(cars, carAt('leaving', north, 2));
    await waitFor(() => two.received.length === 2, 'the car that left');
    expect(two.received.at(-1)).toEqual(carAt('leaving', north, 2));
    two.server.release('trip');
    await untilSubscribed(two, 0);
    await untilStored(one, two);
    two.read.length = 0;
    await two.server.refreshArea({ ...plaza, radiusKm: 0.1 });
    expect(two.read).toEqual([]);
    await two.server.refreshArea({ ...north, radiusKm: 0.1 });
    expect(two.read).toEqual([carAt('leaving', north, 2)]);
  });

  it('a car that reports to another server is removed from the cell in which the first one stored it', async () => {
    const [one, two] = await startTwo(redis.url);
    one.server.publish(cars, carAt('changing', plaza));
    await untilStored(one, two);
    await two.server.refreshKeys(cars, ['changing']);
    two.server.publish(cars, carAt('changing', north, 2));
    await untilStored(two, one);
    one.read.length = 0;
    await one.server.refreshArea({ ...plaza, radiusKm: 8 });
    expect(one.read).toEqual([carAt('changing', north, 2)]);
  });

  it('a deleted key cannot be read, and all stored data expires', async () => {
    const [one, two] = await startTwo(redis.url);
    one.server.publish(cars, carAt('erased', plaza));
    await untilStored(one, two);
    const hashes = (await redis.command('keys', '*')).split('\n');
    expect(hashes.length).toBeGreaterThanOrEqual(3);
    for (const hash of hashes) {
      const remaining = Number(await redis.command('pttl', hash));
      expect(remaining).toBeGreaterThan(600_000);
      expect(remaining).toBeLessThan(1_300_000);
    }
    one.server.forget(cars, 'erased');
    await untilStored(one, two);
    two.read.length = 0;
    await two.server.refreshKeys(cars, ['erased']);
    await two.server.refreshArea({ ...plaza, radiusKm: 0.1 });
    expect(two.read).toEqual([]);
    for (const hash of (await redis.command('keys', '*')).split('\n'))
      expect(await redis.command('hexists', hash, 'erased')).toBe('0');
  });

  it('an invalid stored value does not block other values', async () => {
    const [one, two] = await startTwo(redis.url);
    one.server.publish(cars, carAt('valid', plaza));
    await untilStored(one, two);
    for (const hash of (await redis.command('keys', '*:cell:*')).split('\n')) {
      await redis.command('hset', hash, 'broken', 'no JSON');
      await redis.command('hset', hash, 'odd', '["car",{"name":7}]');
    }
    two.read.length = 0;
    expect(await two.server.need('trip', { ...plaza, radiusKm: 0.1 })).toBe(true);
    expect(two.read).toEqual([carAt('valid', plaza)]);
  });

  it('while a server of an earlier version is running, all cells are received', async () => {
    const [one] = await startTwo(redis.url);
    const earlier = new Redis(redis.url);
    const isSharded = settings.length === 0;
    const publish = (channel: string, message: object) =>
      isSharded
        ? earlier.spublish(channel, JSON.stringify(message))
        : earlier.publish(channel, JSON.stringify(message));
    const beating = setInterval(() => {
      for (const { beat } of channels.groups) void publish(beat, { from: 'earlier', receives: true });
    }, 100);
    try {
      await untilSubscribed(one, 256);
      const message = carAt('of the earlier server', north);
      await publish(channels.cellOf(north).name, { from: 'earlier', said: [['car', message]] });
      await waitFor(() => one.received.length === 1, 'the car of the earlier server');
      expect(one.received).toEqual([message]);
    } finally {
      clearInterval(beating);
      earlier.disconnect();
    }
  });

  it('all servers receive everything while Redis is lost, and only needed cells when it is back', async () => {
    const [one, two] = await startTwo(redis.url);
    await two.server.need('trip', { ...plaza, radiusKm: 0.1 });
    expect(two.gaps.count).toBe(0);
    await redis.kill();
    await waitFor(() => !one.server.usesRedisOnly() && two.gaps.count > 0, 'the loss to be noticed');
    expect(await two.server.refreshKeys(cars, ['any'])).toBe(false);
    expect(await two.server.need('console', 'everywhere')).toBe(false);
    one.server.publish(cars, carAt('far', north));
    await waitFor(() => two.received.length > 0, 'the car through PostgreSQL');
    two.server.release('console');
    await redis.restart();
    await untilAlone([one.server, two.server]);
    await untilSubscribed(two, 1);
    await untilSubscribed(one, 0);
    one.server.publish(cars, carAt('near', plaza, 2));
    await waitFor(() => two.received.length > 1, 'the car through Redis');
    expect(two.received.at(-1)).toEqual(carAt('near', plaza, 2));
  });

  it('a server that may not subscribe to a needed cell receives its messages through PostgreSQL', async () => {
    const one = await startServer(redis.url);
    const rights = [
      'on',
      '>word',
      '~*',
      '+@all',
      'resetchannels',
      `&kerb:${NAMESPACE}:{?}:beat`,
      '&*moments',
    ];
    await redis.command('acl', 'setuser', 'beats', ...rights);
    const two = await startServer(redis.url.replace('//', '//beats:word@'));
    // After its start a server needs all cells until it has discovered all servers.
    await waitFor(
      () => two.gaps.count > 0 || !one.server.usesRedisOnly(),
      'the missing rights to be noticed',
    );
    expect(await two.server.need('trip', { ...plaza, radiusKm: 0.1 })).toBe(false);
    one.server.publish(cars, carAt('by the database', plaza));
    await waitFor(() => two.received.length > 0, 'the car');
    expect(two.received).toContainEqual(carAt('by the database', plaza));
  });
});

describe('needed cells on a cluster of three nodes', () => {
  let cluster: TestRedisCluster;
  beforeAll(async () => {
    cluster = await startTestRedisCluster();
  });
  afterAll(() => cluster.stop());

  it('are subscribed, read and released on the node that has each', async () => {
    const [one, two] = await startTwo(cluster.url);
    const sent = Array.from({ length: 64 }, (_, index) =>
      carAt(`car ${index}`, { lat: -34.9 + Math.floor(index / 8) / 32, lng: -56.2 + (index % 8) / 32 }),
    );
    for (const car of sent) one.server.publish(cars, car);
    await untilStored(one, two);
    two.read.length = 0;
    await two.server.refreshKeys(
      cars,
      sent.map(({ name }) => name),
    );
    expect(two.read).toEqual(expect.arrayContaining(sent));
    two.read.length = 0;
    expect(await two.server.need('console', 'everywhere')).toBe(true);
    expect(two.read).toEqual(expect.arrayContaining(sent));
    const later = sent.map((car) => ({ ...car, at: 2 }));
    for (const car of later) one.server.publish(cars, car);
    await vi.waitFor(() => expect(two.received).toEqual(expect.arrayContaining(later)), 10_000);
    two.server.release('console');
    await untilSubscribed(two, 0);
    one.server.publish(words, 'without a place');
    await untilStored(one, two);
    expect(two.received).toHaveLength(later.length);
  });
});
