// withTx on a real database: commits, rolls back, tries again after a deadlock, gives up on other errors.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
await database.asOwner.query('create table counter (id int primary key, value bigint not null)');
await sql`insert into counter values (1, 0), (2, 0)`.execute(database.queries);

async function counterValue(id: number): Promise<number | undefined> {
  const result = await sql<{ value: number }>`select value from counter where id = ${id}`.execute(
    database.queries,
  );
  return result.rows[0]?.value;
}

describe('withTx', () => {
  it('keeps nothing of work that throws, and throws what the work threw', async () => {
    const before = await counterValue(1);
    const failure = new Error('no');
    const work = database.withTx(async (tx) => {
      await sql`update counter set value = value + 1 where id = 1`.execute(tx);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await counterValue(1)).toBe(before);
  });

  it('lets two transactions that lock in opposite order both commit', async () => {
    const before = await counterValue(1);
    let arrived = 0;
    let open: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve;
    });
    const transfer = (first: number, second: number) =>
      database.withTx(async (tx) => {
        await sql`update counter set value = value + 1 where id = ${first}`.execute(tx);
        arrived += 1;
        if (arrived === 2) open();
        await bothHoldOne;
        await sql`update counter set value = value + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([transfer(1, 2), transfer(2, 1)]);
    expect(arrived).toBe(3);
    expect(await counterValue(1)).toBe((before ?? 0) + 2);
  });

  it('keeps the sum right when serialisable transactions collide', async () => {
    const before = (await counterValue(2)) ?? 0;
    const addOne = () =>
      database.withTx(
        async (tx) => {
          const { rows } = await sql<{ value: number }>`select value from counter where id = 2`.execute(tx);
          await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1} where id = 2`.execute(tx);
        },
        { isolation: 'serializable' },
      );
    const results = await Promise.allSettled([addOne(), addOne(), addOne()]);
    const committed = results.filter((result) => result.status === 'fulfilled').length;
    expect(committed).toBeGreaterThan(0);
    expect(await counterValue(2)).toBe(before + committed);
  });
});
