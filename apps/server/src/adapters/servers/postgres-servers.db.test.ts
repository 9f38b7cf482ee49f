// Servers that talk through one database: heard by the others alone, and again after a lost connection.
import net from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import type { OtherServers, SharedTopic } from '../../ports/other-servers.ts';
import { createPostgresServers } from './postgres-servers.ts';

const numbers: SharedTopic<number> = { name: 'number', read: (data) => z.number().parse(data) };
const words: SharedTopic<string> = { name: 'word', read: (data) => z.string().parse(data) };

let database: TestDatabase;
const servers: OtherServers[] = [];
const heard: unknown[][] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let index = 0; index < 3; index += 1) {
    const { connectionString, pool } = database;
    const server = createPostgresServers({ connectionString, pool, onError: (error) => errors.push(error) });
    const mine: unknown[] = [];
    server.hear(numbers, (number) => {
      if (number < 0) throw new Error('not below zero');
      mine.push(number);
    });
    server.hear(words, (word) => mine.push(word));
    await server.start();
    servers.push(server);
    heard.push(mine);
  }
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.close();
});

const [one, , three] = [0, 1, 2].map((index) => () => servers[index]);

it('every other server hears it, in order, and nobody hears himself', async () => {
  one?.()?.tell(numbers, 1);
  one?.()?.tell(words, 'two');
  await vi.waitFor(
    () =>
      expect(heard.slice(1)).toEqual([
        [1, 'two'],
        [1, 'two'],
      ]),
    10_000,
  );
  three?.()?.tell(words, 'three');
  await vi.waitFor(() => expect(heard).toEqual([['three'], [1, 'two', 'three'], [1, 'two']]), 10_000);
});

it('what cannot be read, or breaks a hearer, keeps nothing else from being heard', async () => {
  for (const mine of heard) mine.length = 0;
  for (const payload of ['', 'not JSON', '{"from":1}', '{"from":"x","said":[["number","no"],["nobody",1]]}'])
    await database.pool.query('select pg_notify($1, $2)', ['kerb_servers', payload]);
  one?.()?.tell(numbers, -1);
  one?.()?.tell(numbers, 7);
  await vi.waitFor(() => expect(heard).toEqual([[], [7], [7]]), 10_000);
  expect(errors.length).toBeGreaterThan(0);
});

it('a server whose connection broke hears again', async () => {
  for (const mine of heard) mine.length = 0;
  const { rowCount } = await database.asOwner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'kerb-servers' and datname = current_database()`,
  );
  expect(rowCount).toBe(3);
  await vi.waitFor(() => {
    one?.()?.tell(words, 'again');
    expect(heard.slice(1).every((mine) => mine.includes('again'))).toBe(true);
  }, 10_000);
});

it('what is said last is told before a server goes', async () => {
  one?.()?.tell(words, 'farewell');
  await one?.()?.close();
  await vi.waitFor(
    () => expect(heard.slice(1).map((mine) => mine.at(-1))).toEqual(['farewell', 'farewell']),
    10_000,
  );
});

/** Between a server and the database: `stop` swallows whatever comes, and closes nothing, as a network may. */
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

it('a connection that is dead without a word is noticed and made anew', async () => {
  const direct = new URL(database.connectionString);
  const network = await startNetwork(direct);
  const through = new URL(direct);
  through.port = String(network.port);
  const said: unknown[] = [];
  const server = createPostgresServers({
    connectionString: through.href,
    pool: database.pool,
    onError: (error) => said.push(error),
    beat: { everyMs: 100, silentMs: 500 },
  });
  const mine: string[] = [];
  server.hear(words, (word) => mine.push(word));
  try {
    await server.start();
    await vi.waitFor(() => {
      three?.()?.tell(words, 'before');
      expect(mine).toContain('before');
    }, 10_000);
    expect(said).toEqual([]);
    network.stop();
    await vi.waitFor(() => {
      three?.()?.tell(words, 'after');
      expect(mine).toContain('after');
    }, 10_000);
    expect(said).toHaveLength(1);
  } finally {
    await server.close();
    network.end();
  }
});
