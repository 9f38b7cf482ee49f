// Tests messages between servers through one database: the contract suite, also after a lost or silently dead
// connection.
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/testing/test-database.ts';
import type { ListenerDeps } from '../listeners.ts';
import { type Listening, listenToAll, otherServersContract, words } from '../other-servers.contract.ts';
import { createPostgresServers } from './postgres-servers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const create = (reports: ListenerDeps) =>
  createPostgresServers({ connectionString: database.connectionString, pool: database.pool, ...reports });

describe('the contract', () => {
  otherServersContract({
    create,
    settle: async () => undefined,
    sendRaw: async (payload) => {
      await database.pool.query('select pg_notify($1, $2)', ['kerb_servers', payload]);
    },
  });
});

async function startServers(count: number): Promise<Listening[]> {
  const all = Array.from({ length: count }, () => listenToAll(create));
  for (const { server } of all) await server.start();
  return all;
}

it('a server receives again after its connection broke', async () => {
  const all = await startServers(3);
  const before = all.map(({ server }) => server.receivingSince());
  try {
    const { rowCount } = await database.asOwner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'kerb-servers' and datname = current_database()`,
    );
    expect(rowCount).toBe(3);
    const [sender, ...others] = all;
    await vi.waitFor(() => {
      sender?.server.publish(words, 'again');
      expect(others.every(({ received }) => received.includes('again'))).toBe(true);
    }, 10_000);
    for (const [index, { server }] of all.entries())
      expect(server.receivingSince()).toBeGreaterThan(before[index] ?? Number.POSITIVE_INFINITY);
  } finally {
    for (const { server } of all) await server.close();
  }
});

it('servers detect each other by their heartbeats, and not themselves', async () => {
  const noticed = new Map<string, Set<string>>(['a', 'b'].map((id) => [id, new Set()]));
  const servers = [...noticed].map(([id, others]) =>
    createPostgresServers({
      connectionString: database.connectionString,
      pool: database.pool,
      onError: () => undefined,
      onUnread: () => undefined,
      id,
      onServer: (other) => others.add(other),
      beat: { everyMs: 100, silentMs: 5_000 },
    }),
  );
  for (const server of servers) await server.start();
  try {
    await vi.waitFor(
      () =>
        expect([...noticed].map(([id, others]) => [id, ...others])).toEqual([
          ['a', 'b'],
          ['b', 'a'],
        ]),
      10_000,
    );
  } finally {
    for (const server of servers) await server.close();
  }
});

/** A proxy to the database: `stop` drops all traffic without closing connections, like a network failure. */
async function startNetwork(to: URL): Promise<{ port: number; stop(): void; end(): void }> {
  let open: [net.Socket, net.Socket][] = [];
  const listening = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    for (const side of [near, far]) side.on('error', () => undefined);
    near.pipe(far).pipe(near);
    open.push([near, far]);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop() {
      for (const [near, far] of open) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
    end() {
      for (const side of open.flat()) side.destroy();
      open = [];
      listening.close();
    },
  };
}

it('a silently dead connection is detected and replaced', async () => {
  const direct = new URL(database.connectionString);
  const network = await startNetwork(direct);
  const through = new URL(direct);
  through.searchParams.delete('host');
  through.port = String(network.port);
  const said: unknown[] = [];
  const server = createPostgresServers({
    connectionString: through.href,
    pool: database.pool,
    onError: (error) => said.push(error),
    onUnread: () => undefined,
    beat: { everyMs: 100, silentMs: 500 },
  });
  const mine: string[] = [];
  server.subscribe(words, (word) => mine.push(word));
  const [other] = await startServers(1);
  try {
    await server.start();
    await vi.waitFor(() => {
      other?.server.publish(words, 'before');
      expect(mine).toContain('before');
    }, 10_000);
    expect(said).toEqual([]);
    network.stop();
    await vi.waitFor(() => {
      other?.server.publish(words, 'after');
      expect(mine).toContain('after');
    }, 10_000);
    expect(said).toHaveLength(1);
  } finally {
    await server.close();
    await other?.server.close();
    network.end();
  }
});
