// Tests transactions whose statements are sent together: their order, their errors, and a beginning that fails.
import { type IsolationLevel, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import type { Queries, Tx } from './tables.ts';
import { runTransaction } from './transaction.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
await database.asOwner.query('create table counters (id integer primary key, value integer not null)');

type CounterTables = { counters: { id: number; value: number } };

const counters = (queries: Queries) => queries.withTables<CounterTables>();
const insert = (queries: Queries, id: number) =>
  counters(queries).insertInto('counters').values({ id, value: 0 }).execute();
const addOne = (queries: Queries, id: number) =>
  counters(queries)
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('id', '=', id)
    .execute();
const readValue = async (queries: Queries, id: number) =>
  (await counters(queries).selectFrom('counters').select('value').where('id', '=', id).executeTakeFirst())
    ?.value;

function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    // Nothing else runs meanwhile.
  }
}

/** Runs a transaction on a connection of its own. Returns which statements were sent and answered, in order. */
async function observed(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { connectionString } = database;
  const one = openDatabase({
    connectionString,
    maxConnections: 1,
    observer: {
      comment: () => null,
      begin(text) {
        const [word = ''] = text.split(' ');
        seen.push(`${word} sent`);
        return () => void seen.push(`${word} answered`);
      },
    },
  });
  try {
    await runTransaction(one.queries, undefined, work);
  } finally {
    await one.close();
  }
  return seen;
}

it('sends statements that do not wait for each other together', async () => {
  await insert(database.queries, 1);
  const seen = await observed((tx) => Promise.all([readValue(tx, 1), addOne(tx, 1)]));
  expect(seen.slice(0, 3)).toEqual(['begin sent', 'select sent', 'begin answered']);

  const later = await observed(async (tx) => {
    await readValue(tx, 1);
    await Promise.all([addOne(tx, 1), readValue(tx, 1)]);
  });
  expect(later.slice(4, 8)).toEqual(['update sent', 'select sent', 'update answered', 'select answered']);
});

it('sends no statement that writes before the transaction has begun', async () => {
  const seen = await observed((tx) => Promise.all([addOne(tx, 1), readValue(tx, 1)]));
  expect(seen.slice(0, 4)).toEqual(['begin sent', 'begin answered', 'update sent', 'select sent']);
});

it('executes statements in the order in which they were begun', async () => {
  await insert(database.queries, 2);
  await runTransaction(database.queries, undefined, async (tx) => {
    const [, first, , second] = await Promise.all([
      addOne(tx, 2),
      readValue(tx, 2),
      addOne(tx, 2),
      readValue(tx, 2),
    ]);
    expect([first, second]).toEqual([1, 2]);
    const [third, , fourth] = await Promise.all([readValue(tx, 2), addOne(tx, 2), readValue(tx, 2)]);
    expect([third, fourth]).toEqual([2, 3]);
  });
});

it('fails with the error of the statement at fault, and leaves the connection usable', async () => {
  await insert(database.queries, 3);
  const { connectionString } = database;
  const one = openDatabase({ connectionString, maxConnections: 1 });
  try {
    const work = runTransaction(one.queries, undefined, (tx) =>
      Promise.all([addOne(tx, 3), insert(tx, 3), readValue(tx, 3), addOne(tx, 3)]),
    );
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await readValue(one.queries, 3)).toBe(0);
  } finally {
    await one.close();
  }
});

it('fails with the error of a prepared statement, whose rejection arrives after the next one', async () => {
  const { connectionString } = database;
  const one = openDatabase({ connectionString, maxConnections: 1 });
  try {
    // Prepared at its third use.
    for (const id of [5, 6, 7]) await insert(one.queries, id);
    const work = runTransaction(one.queries, undefined, async (tx) => {
      await readValue(tx, 5);
      const both = Promise.all([insert(tx, 5), sql`select 1`.execute(tx)]);
      // Both answers are in one read of the socket, as on a busy server.
      setImmediate(() => blockEventLoop(100));
      return both;
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
  } finally {
    await one.close();
  }
});

it('fails with the error of the statement at fault, whichever rejection the work sees first', async () => {
  await insert(database.queries, 8);
  /** Passes the error on later than the statement beside it. */
  const insertSlowly = async (tx: Tx) => {
    await Promise.all([Promise.all([Promise.all([insert(tx, 8)])])]);
  };
  const work = database.withTx((tx) => Promise.all([insertSlowly(tx), readValue(tx, 8)]));
  await expect(work).rejects.toMatchObject({ code: '23505' });
});

it('writes nothing when the transaction cannot begin', async () => {
  await insert(database.queries, 4);
  const unknown: string = 'chaotic';
  const work = runTransaction(database.queries, unknown as IsolationLevel, (tx) =>
    Promise.all([readValue(tx, 4), addOne(tx, 4), readValue(tx, 4)]),
  );
  await expect(work).rejects.toMatchObject({ code: '42601' });
  expect(await readValue(database.queries, 4)).toBe(0);
});

it('rejects a statement that is begun after the end', async () => {
  const late = await runTransaction(database.queries, undefined, async (tx) => {
    await sql`select 1`.execute(tx);
    return () => readValue(tx, 1);
  });
  await expect(late()).rejects.toThrow('The transaction is over');
});
