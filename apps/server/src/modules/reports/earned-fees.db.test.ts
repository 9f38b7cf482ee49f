// Tests of the all-time sums of fees: they equal the sum over the bookings, however these change before and after they
// are summed.
import { randomUUID } from 'node:crypto';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { reportsRepository } from './reports.repository.ts';
import { insertBooking } from './testing/insert-booking.ts';
import { createViewDashboard } from './view-dashboard.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool } = database;
const now = Date.now();
const fleets = [null, randomUUID(), randomUUID()];
const { sumEarnedFees } = reportsRepository(database.queries);
const viewDashboard = createViewDashboard({
  db: database.queries,
  clock: { now: () => now },
  settings: { get: async () => ({ timezone: 'UTC', decimal: 0 }) },
});

beforeEach(async () => {
  await pool.query('delete from bookings');
  await pool.query('delete from earned_fees');
  await pool.query('update earned_fees_until set paid_at = 0');
});

const daysAgo = (days: number): number => now - days * MS_PER_DAY;

interface Paid {
  fee: number;
  days: number;
  fleet: number;
}

async function addPaid({ fee, days, fleet }: Paid): Promise<void> {
  await insertBooking(pool, {
    status: 'PAID',
    estimate: 900 + fee,
    trip_cost: 900 + fee,
    convenience_fees: fee,
    driver_share: 900,
    payable_amount: 900 + fee,
    customer_paid: 900 + fee,
    driver: randomUUID(),
    driver_name: 'Sergio',
    driver_accept_time: 1,
    paid_at: daysAgo(days),
    fleetadmin: fleets[fleet] ?? null,
  });
}

const setFee = (client: pg.Pool | pg.PoolClient, fee: number) =>
  client.query(
    `update bookings set convenience_fees = $1::bigint, trip_cost = 900 + $1::bigint, payable_amount = 900 + $1::bigint,
       customer_paid = 900 + $1::bigint
     where id = (select id from bookings order by id limit 1)`,
    [fee],
  );

async function sumOfBookings(fleet: string | null): Promise<number> {
  const { rows } = await pool.query<{ sum: number }>(
    'select coalesce(sum(convenience_fees), 0)::integer as sum from bookings where $1::uuid is null or fleetadmin = $1',
    [fleet],
  );
  return rows[0]?.sum ?? 0;
}

async function expectTotals(): Promise<void> {
  const sessionId = 'of the test';
  const admin: Actor = { uid: randomUUID(), usertype: 'admin', sessionId };
  expect((await viewDashboard(admin)).total).toBe(await sumOfBookings(null));
  for (const uid of fleets) {
    if (uid === null) continue;
    const fleetadmin: Actor = { uid, usertype: 'fleetadmin', sessionId };
    expect((await viewDashboard(fleetadmin)).total).toBe(await sumOfBookings(uid));
  }
}

/** Resolves when the transaction that updates the sums waits for a lock. */
const untilItWaits = () =>
  vi.waitFor(async () => {
    const { rowCount } = await database.asOwner.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%earned_fees_move_on%'`,
    );
    expect(rowCount).toBe(1);
  });

const fee = fc.integer({ min: 0, max: 500 });
const days = fc.integer({ min: 0, max: 100 });
const fleet = fc.integer({ min: 0, max: 2 });

const steps = fc.oneof(
  fc.record({ fee, days, fleet }).map((paid) => () => addPaid(paid)),
  fee.map((changed) => () => setFee(pool, changed)),
  fleet.map(
    (changed) => () =>
      pool.query(
        'update bookings set fleetadmin = $1 where id = (select max(id::text)::uuid from bookings)',
        [fleets[changed]],
      ),
  ),
  fc.constant(() =>
    pool.query(
      `update bookings set status = 'COMPLETE' where id = (select max(id::text)::uuid from bookings)`,
    ),
  ),
  fc.constant(() => pool.query('delete from bookings where id = (select min(id::text)::uuid from bookings)')),
  fc.integer({ min: 3, max: 60 }).map((until) => () => sumEarnedFees(daysAgo(until))),
);

test('the total equals that of the bookings after any changes, for the operator and each fleet', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (taken) => {
      await pool.query('delete from bookings');
      for (const step of taken) await step();
      await expectTotals();
    }),
    { numRuns: 40 },
  );
});

test('fees from before the previous month are counted while they are in no sum', async () => {
  await addPaid({ fee: 70, days: 100, fleet: 1 });
  await addPaid({ fee: 30, days: 0, fleet: 2 });
  await expectTotals();
  await sumEarnedFees(daysAgo(90));
  await addPaid({ fee: 500, days: 80, fleet: 2 });
  await expectTotals();
});

test('a fee that changes while the sums advance is counted once, with its last value', async () => {
  await addPaid({ fee: 100, days: 10, fleet: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    await setFee(client, 250);
    const summed = sumEarnedFees(daysAgo(5));
    await Promise.race([summed, untilItWaits()]);
    await client.query('commit');
    await summed;
  } finally {
    client.release(true);
  }
  await expectTotals();
  await setFee(pool, 30);
  await expectTotals();
});

test('bookings of the last two days are never added to the sums', async () => {
  await expect(sumEarnedFees(daysAgo(1))).rejects.toThrow('two days old');
});
