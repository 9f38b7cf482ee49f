// Tests messages between servers through Redis: the contract suite on one Redis and on a cluster, and Redis failures.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/testing/test-database.ts';
import {
  isPrimary,
  primaryWithReplica,
  startTestRedis,
  startTestRedisCluster,
  type TestRedis,
  type TestRedisCluster,
} from '../../../kit/testing/test-redis.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import type { OtherServers } from '../../../ports/other-servers.ts';
import type { ListenerDeps } from '../listeners.ts';
import {
  type Listening,
  listenToAll,
  otherServersContract,
  places,
  words,
} from '../other-servers.contract.ts';
import { createPostgresServers } from '../postgres/postgres-servers.ts';
import { createChannels } from './channels.ts';
import type { RedisServers } from './redis-servers.ts';
import { createServerAt, NAMESPACE, timing } from './testing/redis-test-servers.ts';

let database: TestDatabase;
const created = new WeakMap<OtherServers, RedisServers>();

/** Creates a database for each group of tests, because servers wait for all other servers on the same database. */
function useOwnDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
}

const createPostgres = (reports: ListenerDeps) =>
  createPostgresServers({ connectionString: database.connectionString, pool: database.pool, ...reports });

function createAt(url: string, reports: ListenerDeps): RedisServers {
  const server = createServerAt(url, database, reports);
  created.set(server, server);
  return server;
}

const isAlone = (server: OtherServers) => created.get(server)?.usesRedisOnly() ?? false;
const settle = (servers: readonly OtherServers[]) =>
  waitFor(() => servers.every(isAlone), 'all servers to use Redis alone').then(() => undefined);

/** Places in cells of all groups. */
const aColumn = Array.from({ length: 64 }, (_, index) => ({ lat: -34.9 + index / 32, lng: -56.2 }));

const withoutShards = ['--rename-command', 'SSUBSCRIBE', '', '--rename-command', 'SPUBLISH', ''];

describe.each([
  { title: 'one Redis', settings: [], publish: 'spublish' },
  { title: 'a Redis without sharded channels', settings: withoutShards, publish: 'publish' },
])('the contract on $title', ({ settings, publish }) => {
  useOwnDatabase();
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis(settings);
  });
  afterAll(() => redis.stop());
  otherServersContract({
    create: (reports) => createAt(redis.url, reports),
    settle,
    sendRaw: async (payload) => {
      await redis.command(publish, createChannels(NAMESPACE).moments.name, payload);
    },
  });
});

describe('a cluster of three nodes', () => {
  useOwnDatabase();
  let cluster: TestRedisCluster;
  beforeAll(async () => {
    cluster = await startTestRedisCluster();
  });
  afterAll(() => cluster.stop());
  describe('the contract', () => {
    otherServersContract({
      create: (reports) => createAt(cluster.url, reports),
      settle,
      sendRaw: async (payload) => {
        await cluster.nodes[0]?.command('-c', 'spublish', createChannels(NAMESPACE).moments.name, payload);
      },
    });
  });

  it('every node has a part of the channels, and the loss of one node loses no message', async () => {
    const all = [0, 1].map(() => listenToAll((reports) => createAt(cluster.url, reports)));
    for (const { server } of all) await server.start();
    try {
      await settle(all.map(({ server }) => server));
      for (const node of cluster.nodes)
        expect((await node.command('pubsub', 'shardchannels', '*')).split('\n').length).toBeGreaterThan(30);
      await cluster.nodes[2]?.kill();
      const [sender, receiver] = all;
      await waitFor(() => sender !== undefined && !isAlone(sender.server), 'the loss to be noticed');
      for (const place of aColumn) sender?.server.publish(places, place);
      await vi.waitFor(() => expect(receiver?.received).toEqual(expect.arrayContaining(aColumn)), 10_000);
      await cluster.nodes[2]?.restart();
    } finally {
      for (const { server } of all) await server.close();
    }
  });
});

describe('a cluster whose primaries have replicas', () => {
  useOwnDatabase();
  let cluster: TestRedisCluster;
  beforeAll(async () => {
    cluster = await startTestRedisCluster({ replicas: 1 });
  });
  afterAll(() => cluster.stop());

  it('a promoted replica is used after its primary was killed, and no message is lost meanwhile', async () => {
    const all = [0, 1].map(() => listenToAll((reports) => createAt(cluster.url, reports)));
    for (const { server } of all) await server.start();
    const [sender, receiver] = all;
    try {
      await settle(all.map(({ server }) => server));
      const { primary, replica } = await primaryWithReplica(cluster.nodes);
      await primary.kill();
      await waitFor(() => sender !== undefined && !isAlone(sender.server), 'the loss to be noticed');
      for (const place of aColumn) sender?.server.publish(places, place);
      await vi.waitFor(() => expect(receiver?.received).toEqual(expect.arrayContaining(aColumn)), 10_000);
      await waitFor(() => isPrimary(replica), 'the replica to be promoted');
      await settle(all.map(({ server }) => server));
      expect((await replica.command('pubsub', 'shardchannels', '*')).split('\n').length).toBeGreaterThan(30);
      await primary.restart();
      await waitFor(async () => !(await isPrimary(primary)), 'the former primary to follow');
      expect(all.every(({ server }) => isAlone(server))).toBe(true);
    } finally {
      for (const { server } of all) await server.close();
    }
  });
});

describe('with and without Redis', () => {
  useOwnDatabase();
  let redis: TestRedis;
  let all: Listening[] = [];
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());
  afterEach(async () => {
    for (const { server } of all) await server.close();
    all = [];
  });

  async function start(urls: readonly string[]): Promise<Listening[]> {
    all = urls.map((url) => listenToAll((reports) => createAt(url, reports)));
    for (const { server } of all) await server.start();
    return all;
  }
  function publishFromEach(text: string): void {
    for (const [index, { server }] of all.entries()) server.publish(words, `${text} of ${index}`);
  }
  function expectReceived(text: string): void {
    for (const [index, { received }] of all.entries())
      for (const other of all.keys()) if (other !== index) expect(received).toContain(`${text} of ${other}`);
  }
  /** Publishes a word from each server, and waits until all others have received it. */
  async function expectAllToReceive(text: string): Promise<void> {
    publishFromEach(text);
    await vi.waitFor(() => expectReceived(text), 10_000);
  }

  /** Waits until servers know all others; before that they always use both Redis and PostgreSQL. */
  async function untilOthersAreKnown(): Promise<void> {
    const startedAt = performance.now();
    await waitFor(() => performance.now() - startedAt > timing.learnMs, 'the others to be known');
  }

  /**
   * Waits until each server has noticed the others: one that started long before them may use Redis alone until then,
   * and a busy machine delays their first messages.
   */
  async function untilOthersAreNoticed(): Promise<void> {
    await vi.waitFor(() => {
      publishFromEach('noticed');
      expectReceived('noticed');
    }, 10_000);
  }

  it('messages go through PostgreSQL as soon as Redis is killed, and only through Redis when it is back', async () => {
    await start([redis.url, redis.url]);
    const servers = all.map(({ server }) => server);
    await settle(servers);
    await redis.kill();
    await waitFor(() => !servers.some(isAlone), 'the loss to be noticed');
    await expectAllToReceive('lost');
    await redis.restart();
    await settle(servers);
    await expectAllToReceive('back');
  });

  it('messages go through PostgreSQL while Redis connections are silently dead, and Redis afterwards', async () => {
    await start([redis.url, redis.url]);
    const servers = all.map(({ server }) => server);
    await settle(servers);
    redis.suspend();
    try {
      // Messages that Redis does not confirm are sent through PostgreSQL.
      await expectAllToReceive('just silent');
      await waitFor(() => !servers.some(isAlone), 'the silence to be noticed');
      await expectAllToReceive('silent');
    } finally {
      redis.resume();
    }
    await settle(servers);
    await expectAllToReceive('awake');
  });

  it('a server without Redis and a server with Redis receive from each other', async () => {
    const nowhere = await startTestRedis();
    await start([redis.url, redis.url, nowhere.url]);
    const [first, second, third] = all;
    await nowhere.stop();
    await untilOthersAreNoticed();
    await expectAllToReceive('apart');
    await untilOthersAreKnown();
    await expectAllToReceive('still apart');
    expect(all.some(({ server }) => isAlone(server))).toBe(false);
    await third?.server.close();
    all = [first, second].filter((one) => one !== undefined);
    // The other servers no longer wait for heartbeats of the server that ended.
    await settle(all.map(({ server }) => server));
  });

  it('servers with different Redis instances receive from each other', async () => {
    const another = await startTestRedis();
    try {
      await start([redis.url, another.url]);
      await untilOthersAreNoticed();
      await expectAllToReceive('each');
      await untilOthersAreKnown();
      await expectAllToReceive('still each');
      expect(all.some(({ server }) => isAlone(server))).toBe(false);
    } finally {
      for (const { server } of all) await server.close();
      all = [];
      await another.stop();
    }
  });

  it('messages of channels that do not reach one server are sent to it through PostgreSQL', async () => {
    const rights = ['on', '>word', '~*', '+@all', 'resetchannels', `&kerb:${NAMESPACE}:{[0124567]}:*`];
    await redis.command('acl', 'setuser', 'partly', ...rights);
    await start([redis.url, redis.url.replace('//', '//partly:word@')]);
    await untilOthersAreKnown();
    const sent = Array.from({ length: 64 }, (_, index) => ({ lat: -34.9 + index / 32, lng: -56.2 }));
    for (const { server } of all) for (const message of sent) server.publish(places, message);
    await vi.waitFor(() => {
      for (const { received } of all) expect(received).toEqual(expect.arrayContaining(sent));
    }, 10_000);
  });

  it('a server without Redis, as before an upgrade, receives from the others and they from it', async () => {
    await start([redis.url, redis.url]);
    await settle(all.map(({ server }) => server));
    const plain = listenToAll((reports) => createPostgres(reports));
    await plain.server.start();
    all.push(plain);
    // The other servers discover it by its first message or heartbeat.
    plain.server.publish(words, 'here');
    await vi.waitFor(() => expect(all[0]?.received).toContain('here'), 10_000);
    await expectAllToReceive('mixed');
  });

  it('a server that starts while Redis is down works, and uses Redis when it is available', async () => {
    await redis.kill();
    await start([redis.url, redis.url]);
    await expectAllToReceive('without');
    await redis.restart();
    await settle(all.map(({ server }) => server));
    await expectAllToReceive('with');
  });

  it('PostgreSQL carries no messages while all servers receive through Redis', async () => {
    await start([redis.url, redis.url]);
    const notified: string[] = [];
    const listener = await database.asOwner.connect();
    listener.on('notification', ({ payload }) => notified.push(payload ?? ''));
    await listener.query('listen kerb_servers');
    try {
      await settle(all.map(({ server }) => server));
      all[0]?.server.publish(words, 'by Redis');
      await vi.waitFor(() => expect(all[1]?.received).toEqual(['by Redis']), 10_000);
      // Notifications arrive in order, so that the message would have arrived before later heartbeats of both servers.
      const before = notified.length;
      await waitFor(() => notified.length > before + 2, 'heartbeats');
      expect(notified.some((payload) => payload.includes('by Redis'))).toBe(false);
    } finally {
      listener.release(true);
    }
  });
});
