// Tests observed statements: PostgreSQL receives the comment, and the observer receives the statement and its outcome.
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { observeStatements } from './observe-statements.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

async function withObserver(comment: string | null, work: (client: pg.Client) => Promise<void>) {
  const seen: string[] = [];
  const client = new pg.Client({ connectionString: database.connectionString });
  observeStatements(client, {
    comment: () => comment,
    begin: (sql) => (error) => seen.push(`${sql}: ${error instanceof Error ? error.message : 'done'}`),
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
  return seen;
}

const SENT = 'select query from pg_stat_activity where pid = pg_backend_pid() and $1 = $1';

it('statements are sent with the comment, with and without parameters', async () => {
  const found: string[] = [];
  const seen = await withObserver("request_id='r-12345678'", async (client) => {
    for (const asked of [SENT, { text: SENT }]) {
      const { rows } = await client.query<{ query: string }>(asked as string, [1]);
      found.push(rows[0]?.query ?? '');
    }
  });
  expect(found).toEqual(Array(2).fill(`${SENT} /*request_id='r-12345678'*/`));
  expect(seen).toEqual(Array(2).fill(`${SENT}: done`));
});

it('statements are sent without a comment that contains the end of a comment', async () => {
  await withObserver('*/ ; drop table users; /*', async (client) => {
    const { rows } = await client.query<{ query: string }>(SENT, [1]);
    expect(rows[0]?.query).toBe(SENT);
  });
});

it('statements report their error', async () => {
  const seen = await withObserver(null, async (client) => {
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  });
  expect(seen).toEqual(['select 1 / 0: division by zero']);
});

it('statements of a pool report their end and their error', async () => {
  const seen: string[] = [];
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  pool.on('connect', (client) =>
    observeStatements(client, {
      comment: () => null,
      begin: (sql) => (error) => seen.push(`${sql}: ${error instanceof Error ? error.message : 'done'}`),
    }),
  );
  expect((await pool.query('select $1::integer as n', [1])).rows).toEqual([{ n: 1 }]);
  await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  await pool.end();
  expect(seen).toEqual(['select $1::integer as n: done', 'select 1 / 0: division by zero']);
});

it('streams are not observed', async () => {
  const seen = await withObserver("request_id='r-12345678'", async (client) => {
    await client.query('create temporary table numbers (n integer)');
    const stream = client.query(copyFrom('copy numbers from stdin'));
    await new Promise<void>((resolve, reject) =>
      stream.on('finish', resolve).on('error', reject).end('1\n2\n'),
    );
    const { rows } = await client.query('select sum(n)::integer as sum from numbers');
    expect(rows).toEqual([{ sum: 3 }]);
  });
  expect(seen).toHaveLength(2);
});
