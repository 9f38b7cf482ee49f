// Tests the outbox with concurrent writers: a reader that follows positions skips no event and reads all in order.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queries } from '../db/tables.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { appendEvent, appendEvents, outboxRepository, type StoredEvent } from './outbox.repository.ts';

const database = await createTestDatabase();
const { queries, withTx } = database;
const outbox = outboxRepository(queries);
afterAll(() => database.close());

beforeEach(async () => {
  await database.asOwner.query('truncate outbox_events, outbox_cursors, outbox_failures');
  await sql`update outbox_heads set position = 0, removed_through = 0`.execute(queries);
});

const event = (n: number) => ({ name: 'test.happened', topics: [`topic:${n % 3}`], data: { n } });
const numberOf = ({ data }: StoredEvent) => Number(data.n);

class Rollback extends Error {}

/** Appends its event early and commits late, so that ids and commits have different orders. */
async function write(n: number, delayMs: number, commits: boolean): Promise<void> {
  // Does not use the transactor, which appends events at the end.
  const written = queries.transaction().execute(async (tx) => {
    await appendEvent(tx, event(n));
    await sql`select pg_sleep(${delayMs / 1000})`.execute(tx);
    if (!commits) throw new Rollback();
  });
  await written.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
}

async function numbersIn(tx: Queries): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select (data ->> 'n')::int as n from outbox_events order by id`.execute(tx);
  return rows.map(({ n }) => n);
}

describe('a transaction', () => {
  it('writes its events in order at its end, and writes nothing when it rolls back', async () => {
    await withTx(async (tx) => {
      await appendEvent(tx, event(1));
      await appendEvents(tx, [event(2), event(3)]);
      expect(await numbersIn(tx)).toEqual([]);
      await appendEvent(tx, event(4));
    });
    expect(await numbersIn(queries)).toEqual([1, 2, 3, 4]);
    const failed = withTx(async (tx) => {
      await appendEvent(tx, event(5));
      throw new Rollback();
    });
    await expect(failed).rejects.toBeInstanceOf(Rollback);
    expect(await numbersIn(queries)).toEqual([1, 2, 3, 4]);
  });

  it('writes more events than one statement can have', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, index) => index);
    await withTx((tx) => appendEvents(tx, numbers.map(event)));
    expect(await numbersIn(queries)).toEqual(numbers);
  });

  it('writes its events once when it is retried', async () => {
    let attempts = 0;
    await withTx(async (tx) => {
      attempts += 1;
      await appendEvent(tx, event(attempts));
      if (attempts === 1) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(tx);
    });
    expect(await numbersIn(queries)).toEqual([2]);
  });
});

describe('the outbox', () => {
  it('is read completely, once and in order, while transactions commit late or roll back', async () => {
    const plan = fc.array(fc.record({ delayMs: fc.integer({ min: 0, max: 30 }), commits: fc.boolean() }), {
      minLength: 20,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(plan, async (writes) => {
        const start = await outbox.head();
        let writing = true;
        const seen: StoredEvent[] = [];
        const reader = (async () => {
          let position = start;
          for (;;) {
            const last = !writing;
            // Two sequencers run in parallel, as during a change of leader.
            await Promise.all([outbox.sequence(7), outbox.sequence(7)]);
            const events = await outbox.readSince(position, 5);
            seen.push(...events);
            position = events.at(-1)?.position ?? position;
            if (last && events.length === 0 && (await outbox.lag([])).unsequenced === 0) return;
          }
        })();
        await Promise.all(writes.map(({ delayMs, commits }, n) => write(n, delayMs, commits)));
        writing = false;
        await reader;
        const committed = writes.flatMap(({ commits }, n) => (commits ? [n] : []));
        expect(seen.map(numberOf).sort((a, b) => a - b)).toEqual(committed);
        expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => start + index + 1));
      }),
      { numRuns: 6 },
    );
  });

  it('returns the events to which it assigned positions, in order', async () => {
    const start = await outbox.head();
    for (const n of [1, 2, 3]) await withTx((tx) => appendEvent(tx, event(n)));
    const assigned = [...(await outbox.sequence(2)), ...(await outbox.sequence(2))];
    expect(assigned).toEqual(await outbox.readSince(start, 10));
    expect(assigned.map(numberOf)).toEqual([1, 2, 3]);
    expect(await outbox.sequence(2)).toEqual([]);
  });

  it('assigns much higher positions after a crash, whose last positions clients may have received', async () => {
    await withTx((tx) => appendEvent(tx, event(1)));
    await outbox.sequence(10);
    // The state after a crash: the unlogged table is empty, and the positions were not flushed.
    await database.asOwner.query('truncate outbox_crash_markers');
    await database.asOwner.query('update outbox_events set position = null');
    await database.asOwner.query('update outbox_heads set position = 0');
    await withTx((tx) => appendEvent(tx, event(2)));
    expect((await outbox.sequence(10)).map(({ position }) => position)).toEqual([1_000_001, 1_000_002]);
    expect((await outbox.readSince(1, 10)).map(numberOf)).toEqual([1, 2]);
    await withTx((tx) => appendEvent(tx, event(3)));
    expect((await outbox.sequence(10)).map(({ position }) => position)).toEqual([1_000_003]);
    expect(await outbox.head()).toBe(1_000_003);
  });

  it('returns the events of several topics, each once', async () => {
    await withTx((tx) => appendEvent(tx, { name: 'a', topics: ['x', 'y'], data: {} }));
    await withTx((tx) => appendEvent(tx, { name: 'b', topics: ['z'], data: {} }));
    await outbox.sequence(10);
    expect((await outbox.readTopicsSince(['x', 'y'], 0, 10)).map(({ name }) => name)).toEqual(['a']);
  });

  it('starts a new subscriber at the head and never moves a cursor back', async () => {
    await withTx((tx) => appendEvent(tx, event(1)));
    await outbox.sequence(10);
    expect(await outbox.cursor('late')).toBe(1);
    await outbox.moveCursor('late', 5);
    await outbox.moveCursor('late', 3);
    expect(await outbox.cursor('late')).toBe(5);
  });

  it('removes old events only when every subscriber has passed them', async () => {
    await outbox.cursor('slow');
    for (const n of [1, 2, 3]) await withTx((tx) => appendEvent(tx, event(n)));
    await outbox.sequence(10);
    await outbox.moveCursor('slow', 2);
    const later = new Date(Date.now() + 60_000);
    // A cursor of a subscriber that no process runs any more.
    await outbox.cursor('left behind');
    await database.asOwner.query(`update outbox_cursors set position = 0 where subscriber = 'left behind'`);
    expect(await outbox.removeOld(later, ['slow'], 10)).toBe(2);
    expect(await outbox.removedThrough()).toBe(2);
    expect((await outbox.readSince(0, 10)).map(numberOf)).toEqual([3]);
  });

  it('computes the age of the oldest event that a subscriber has not handled', async () => {
    await outbox.cursor('slow');
    await outbox.cursor('quick');
    await outbox.cursor('left behind');
    for (const n of [1, 2]) await withTx((tx) => appendEvent(tx, event(n)));
    const age = async () => Math.round((await outbox.lag(['slow', 'quick'])).oldestSeconds);
    await database.asOwner.query("update outbox_events set created_at = now() - interval '100 seconds'");
    expect(await age()).toBe(100);
    await outbox.sequence(10);
    await outbox.moveCursor('quick', 2);
    expect(await age()).toBe(100);
    await outbox.moveCursor('slow', 2);
    expect(await age()).toBe(0);
  });

  it('notifies a listening connection when the transaction commits', async () => {
    const client = await database.pool.connect();
    const channels: string[] = [];
    try {
      client.on('notification', ({ channel }) => channels.push(channel));
      await client.query('listen kerb_outbox');
      await withTx((tx) => appendEvent(tx, event(1)));
      await waitFor(() => channels.length > 0, 'a notification');
    } finally {
      client.release(true);
    }
    expect(channels).toEqual(['kerb_outbox']);
  });
});
