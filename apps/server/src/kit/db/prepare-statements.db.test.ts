// Tests that frequent statements are prepared, and that no call fails when tables change meanwhile.
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { createTransactor } from './transactor.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
await database.asOwner.query('create table things (id integer primary key, name text not null)');
await database.asOwner.query(`insert into things values (1, 'one'), (2, 'two')`);

interface Thing {
  id: number;
}

/** A database with a single connection, so that all statements use it. */
async function withConnection(
  work: (one: ReturnType<typeof openDatabase>) => Promise<void>,
  prepares = true,
): Promise<void> {
  const { connectionString } = database;
  const one = openDatabase({ connectionString, maxConnections: 1, prepares });
  try {
    await work(one);
  } finally {
    await one.close();
  }
}

type Queries = Parameters<typeof createTransactor>[0];

const read = async (queries: Queries, id: number) =>
  (await sql<Thing>`select * from things where id = ${id}`.execute(queries)).rows[0];

async function preparedCount(queries: Queries, like: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_prepared_statements where statement like ${like}`.execute(
    queries,
  );
  return rows[0]?.count ?? 0;
}

const readOften = async (queries: Queries): Promise<void> => {
  for (const id of [1, 2, 1, 2]) expect(await read(queries, id)).toMatchObject({ id });
};

it('a frequent statement is prepared once, a rare one is not', async () => {
  await withConnection(async ({ queries }) => {
    await read(queries, 1);
    expect(await preparedCount(queries, 'select * from things%')).toBe(0);
    await readOften(queries);
    expect(await preparedCount(queries, 'select * from things%')).toBe(1);
  });
});

it('a statement of the pool itself is prepared too, and still works after a column is added', async () => {
  await withConnection(async ({ pool, queries }) => {
    const readByPool = async (id: number) =>
      (await pool.query<Thing>('select * from things where id >= $1 order by id', [id])).rows[0];
    for (const id of [1, 2, 1, 2]) expect(await readByPool(id)).toMatchObject({ id });
    expect(await preparedCount(queries, 'select * from things where id >=%')).toBe(1);
    await database.asOwner.query('alter table things add column weight integer not null default 7');
    expect(await readByPool(1)).toMatchObject({ id: 1, weight: 7 });
    await database.asOwner.query('alter table things drop column weight');
    expect(await readByPool(1)).not.toHaveProperty('weight');
    await expect(pool.query('select 1 / $1::integer', [0])).rejects.toThrow('division by zero');
  });
});

it('at most 120 statements are prepared', async () => {
  await withConnection(async ({ queries }) => {
    for (let index = 0; index < 140; index += 1) {
      for (let use = 0; use < 3; use += 1)
        await sql`select ${sql.lit(index)}::integer as n where ${use} >= 0`.execute(queries);
    }
    expect(await preparedCount(queries, '%')).toBe(120);
  });
});

it('no statement is prepared behind a pooler that does not support it', async () => {
  await withConnection(async ({ queries }) => {
    await readOften(queries);
    expect(await preparedCount(queries, '%')).toBe(0);
  }, false);
});

it('adding a column meanwhile fails neither a statement nor a transaction', async () => {
  await withConnection(async ({ queries }) => {
    await readOften(queries);
    await database.asOwner.query(`alter table things add column colour text not null default 'red'`);
    expect(await read(queries, 1)).toEqual({ id: 1, name: 'one', colour: 'red' });

    await readOften(queries);
    await database.asOwner.query('alter table things add column size integer');
    const withTx = createTransactor(queries);
    expect(await withTx((tx) => read(tx, 2))).toEqual({ id: 2, name: 'two', colour: 'red', size: null });
  });
});

it('an outdated statement that is sent together with the beginning of its transaction is not repeated alone', async () => {
  await withConnection(async ({ queries }) => {
    const withTx = createTransactor(queries);
    let attempts = 0;
    const readFirst = () =>
      withTx((tx) => {
        attempts += 1;
        return tx
          .withTables<{ things: Thing }>()
          .selectFrom('things')
          .selectAll()
          .where('id', '=', 1)
          .executeTakeFirst();
      });
    for (let use = 0; use < 4; use += 1) await readFirst();
    await database.asOwner.query('alter table things add column height integer');
    attempts = 0;
    expect(await readFirst()).toMatchObject({ id: 1, height: null });
    expect(attempts).toBe(2);
  });
});

it('a schema change that one connection detects is passed on to the other connections of the pool', async () => {
  const { connectionString } = database;
  const pooled = openDatabase({ connectionString, maxConnections: 8 });
  const withTx = createTransactor(pooled.queries);
  let attempts = 0;
  const readOnce = () =>
    withTx((tx) => {
      attempts += 1;
      return read(tx, 1);
    });
  /** Runs reads in parallel, so that every connection is used. */
  const readOnAll = () => Promise.all(Array.from({ length: 8 }, readOnce));
  try {
    for (let use = 0; use < 4; use += 1) await readOnAll();
    await database.asOwner.query('alter table things add column weight integer');
    attempts = 0;
    await readOnce();
    expect(attempts).toBe(2);
    await readOnAll();
    expect(attempts).toBe(10);
  } finally {
    await pooled.close();
  }
});

it('an error of a prepared statement is the original error', async () => {
  await withConnection(async ({ queries }) => {
    const add = (id: number) => sql`insert into things (id, name) values (${id}, 'new')`.execute(queries);
    for (const id of [11, 12, 13, 14]) await add(id);
    await expect(add(11)).rejects.toMatchObject({ code: '23505' });
    await add(15);
  });
});
