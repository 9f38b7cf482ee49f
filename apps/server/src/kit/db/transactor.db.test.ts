// Tests withTx on a real database: commit, rollback, retry after a deadlock, other errors rethrown.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { toProblem } from '../http/problem.ts';
import { recordSecurity } from '../observe/security-log.ts';
import { proxyOf } from '../testing/fault-proxy.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { createTransactor } from './transactor.ts';

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
  it('rolls back work that throws, and rethrows its error', async () => {
    const before = await counterValue(1);
    const failure = new Error('no');
    const work = database.withTx(async (tx) => {
      await sql`update counter set value = value + 1 where id = 1`.execute(tx);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await counterValue(1)).toBe(before);
  });

  it('commits both of two transactions that lock rows in opposite order', async () => {
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
    // PostgreSQL may abort one of them or both.
    expect(arrived).toBeGreaterThanOrEqual(3);
    expect(await counterValue(1)).toBe((before ?? 0) + 2);
  });

  it('loses no update when serialisable transactions collide', async () => {
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

describe('security events recorded with a transaction', () => {
  const written: unknown[] = [];
  const withTx = createTransactor(database.queries, { security: { write: (event) => written.push(event) } });
  const event = { event: 'codes_limited', limit: 'network' } as const;

  it('are written once after the commit, also when the work was retried', async () => {
    let runs = 0;
    await withTx(async (tx) => {
      runs += 1;
      recordSecurity(tx, event);
      await sql`select 1`.execute(tx);
      if (runs === 1) throw Object.assign(new Error('retry'), { code: '40001', severity: 'ERROR' });
      expect(written).toEqual([]);
    });
    expect(runs).toBe(2);
    expect(written).toEqual([event]);
  });

  it('are not written when the transaction is rolled back', async () => {
    const before = [...written];
    const work = withTx(async (tx) => {
      recordSecurity(tx, event);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(written).toEqual(before);
  });
});

describe('a lost database connection', () => {
  it('during a transaction is reported as unavailable', async () => {
    const proxy = await proxyOf(database.connectionString);
    const away = openDatabase({ connectionString: proxy.url });
    const lost = createTransactor(away.queries)(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.set('down');
      await sql`select 2`.execute(tx);
    });
    expect(toProblem(await lost.catch((error: unknown) => error), 'r1').code).toBe('unavailable');
    proxy.set('up');
    expect((await sql`select 3 as three`.execute(away.queries)).rows).toEqual([{ three: 3 }]);
    await away.close();
    await proxy.close();
  });

  it('that stops answering times out, and its connections are not reused', async () => {
    const proxy = await proxyOf(database.connectionString);
    const options = { connectionString: proxy.url, answerWithinMs: 200, maxConnections: 1 };
    const silent = openDatabase(options);
    const lost = createTransactor(silent.queries)(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.set('silent');
      await sql`select 2`.execute(tx);
    });
    expect(toProblem(await lost.catch((error: unknown) => error), 'r1').code).toBe('unavailable');
    expect(silent.pool.totalCount).toBe(0);
    proxy.set('up');
    expect((await sql`select 3 as three`.execute(silent.queries)).rows).toEqual([{ three: 3 }]);
    await silent.close();
    await proxy.close();
  });

  it('that stops answering times out for users of the pool too', async () => {
    const proxy = await proxyOf(database.connectionString);
    const options = { connectionString: proxy.url, answerWithinMs: 200, maxConnections: 1 };
    const silent = openDatabase(options);
    const client = await silent.pool.connect();
    proxy.set('silent');
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    client.release();
    expect(silent.pool.totalCount).toBe(0);
    proxy.set('up');
    expect((await silent.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await silent.close();
    await proxy.close();
  });

  it('that stops answering takes idle connections with it, so that only one statement waits for the limit', async () => {
    const proxy = await proxyOf(database.connectionString);
    const errors: Error[] = [];
    const silent = openDatabase({
      connectionString: proxy.url,
      answerWithinMs: 1_000,
      maxConnections: 5,
      onError: (error) => errors.push(error),
    });
    const clients = await Promise.all(Array.from({ length: 5 }, () => silent.pool.connect()));
    for (const client of clients) client.release();
    proxy.silenceOpen();
    await expect(silent.pool.query('select 1')).rejects.toThrow('Query read timeout');
    const begun = performance.now();
    for (let call = 0; call < 5; call += 1)
      expect((await silent.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(errors).toEqual([]);
    await silent.close();
    await proxy.close();
  });

  it('that stops answering leaves connections that answered meanwhile', async () => {
    const proxy = await proxyOf(database.connectionString);
    const mixed = openDatabase({ connectionString: proxy.url, answerWithinMs: 1_000, maxConnections: 2 });
    const lost = await mixed.pool.connect();
    proxy.silenceOpen();
    const unanswered = expect(lost.query('select 1')).rejects.toThrow('Query read timeout');
    const pid = async () =>
      (await mixed.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const before = await pid();
    await unanswered;
    lost.release();
    expect(await pid()).toBe(before);
    await mixed.close();
    await proxy.close();
  });
});
