// Servers that talk through one database: received by the others only, and again after a lost connection.
import net from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../../kit/testing/test-database.ts';
import type { OtherServers, SharedTopic } from '../../../ports/other-servers.ts';
import { createPostgresServers } from './postgres-servers.ts';

const numbers: SharedTopic<number> = { name: 'number', read: (data) => z.number().parse(data) };
const words: SharedTopic<string> = { name: 'word', read: (data) => z.string().parse(data) };

let database: TestDatabase;
const servers: OtherServers[] = [];
const received: unknown[][] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let index = 0; index < 3; index += 1) {
    const { connectionString, pool } = database;
    const server = createPostgresServers({ connectionString, pool, onError: (error) => errors.push(error) });
    const mine: unknown[] = [];
    server.subscribe(numbers, (number) => {
      if (number < 0) throw new Error('not below zero');
      mine.push(number);
    });
    server.subscribe(words, (word) => mine.push(word));
    await server.start();
    servers.push(server);
    received.push(mine);
  }
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.close();
});

const [one, , three] = [0, 1, 2].map((index) => () => servers[index]);

it('every other server receives it, in order, and no server its own', async () => {
  one?.()?.publish(numbers, 1);
  one?.()?.publish(words, 'two');
  await vi.waitFor(
    () =>
      expect(received.slice(1)).toEqual([
        [1, 'two'],
        [1, 'two'],
      ]),
    10_000,
  );
  three?.()?.publish(words, 'three');
  await vi.waitFor(() => expect(received).toEqual([['three'], [1, 'two', 'three'], [1, 'two']]), 10_000);
});

it('an invalid message, or a listener that throws, blocks no other message', async () => {
  for (const mine of received) mine.length = 0;
  for (const payload of ['', 'not JSON', '{"from":1}', '{"from":"x","said":[["number","no"],["unknown",1]]}'])
    await database.pool.query('select pg_notify($1, $2)', ['kerb_servers', payload]);
  one?.()?.publish(numbers, -1);
  one?.()?.publish(numbers, 7);
  await vi.waitFor(() => expect(received).toEqual([[], [7], [7]]), 10_000);
  expect(errors.length).toBeGreaterThan(0);
});

it('a server whose connection broke receives again', async () => {
  for (const mine of received) mine.length = 0;
  const { rowCount } = await database.asOwner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'kerb-servers' and datname = current_database()`,
  );
  expect(rowCount).toBe(3);
  await vi.waitFor(() => {
    one?.()?.publish(words, 'again');
    expect(received.slice(1).every((mine) => mine.includes('again'))).toBe(true);
  }, 10_000);
});

it('buffered messages are sent before a server closes', async () => {
  one?.()?.publish(words, 'farewell');
  await one?.()?.close();
  await vi.waitFor(
    () => expect(received.slice(1).map((mine) => mine.at(-1))).toEqual(['farewell', 'farewell']),
    10_000,
  );
});

/** A proxy to the database: `stop` drops all traffic without closing connections, as a network failure may. */
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

it('a connection that is silently dead is detected and replaced', async () => {
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
    beat: { everyMs: 100, silentMs: 500 },
  });
  const mine: string[] = [];
  server.subscribe(words, (word) => mine.push(word));
  try {
    await server.start();
    await vi.waitFor(() => {
      three?.()?.publish(words, 'before');
      expect(mine).toContain('before');
    }, 10_000);
    expect(said).toEqual([]);
    network.stop();
    await vi.waitFor(() => {
      three?.()?.publish(words, 'after');
      expect(mine).toContain('after');
    }, 10_000);
    expect(said).toHaveLength(1);
  } finally {
    await server.close();
    network.end();
  }
});
