// Tests that a driver's day matches the ledger: by hour and by booking, in the operator's time zone, and for this
// driver only.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import { DomainError, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, minor, type Span } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../kit/index.ts';
import { driverDayRepository } from './driver-day.repository.ts';
import { actorOf, createReportEnvironment } from './testing/report-environment.ts';
import { createViewDriverDay } from './view-driver-day.ts';
import { createViewMyStatement } from './view-statement.ts';

const environment = await createReportEnvironment();
afterAll(() => environment.database.close());
const { pool, wallet, withTx, time } = environment;

const duty: Span[] = [];
const offers = { offers: 0, accepted: 0 };
let waiting = { count: 0, amount: minor(0), since: null as number | null };
const asked: unknown[] = [];
const viewDay = createViewDriverDay({
  ...environment.deps,
  fleet: { dutyBetween: async () => duty },
  booking: {
    answeredOffers: async (...about) => {
      asked.push(about);
      return offers;
    },
  },
  wallet,
  money: { waitingOf: async () => waiting },
});
const at = (iso: string) => Date.parse(iso);

let sergio = '';
let lucia = '';
beforeEach(async () => {
  environment.current.timezone = 'America/Montevideo';
  environment.current.decimal = 2;
  duty.length = 0;
  waiting = { count: 0, amount: minor(0), since: null };
  sergio = await environment.addPerson('driver', 'Sergio');
  lucia = await environment.addPerson('driver', 'Lucia');
});
const dayOf = (uid: string, date?: string) => viewDay(actorOf('driver', uid), date);
const tip = async (driver: string, booking: string, amount: number, when: number) => {
  time.now = when;
  await withTx((tx) => wallet.giveTip(tx, booking, { rider: randomUUID(), driver, tip: minor(amount) }));
};
const approveReview = async (driver: string, booking: string, share: number, when: number) => {
  time.now = when;
  const charge = {
    rider: randomUUID(),
    driver,
    driver_share: minor(share),
    convenience_fees: minor(10),
    discount_amount: minor(0),
    amount: minor(share + 10),
  };
  await withTx((tx) => wallet.chargeFareReview(tx, booking, charge));
};

describe('a driver’s day', () => {
  test('has shares, tips and fees by hour and by booking, without cash, credits and top-ups', async () => {
    const { id } = await environment.addRide({
      at: at('2026-05-10T11:20:00Z'),
      driver: sergio,
      share: 10_000,
      fee: 1500,
      cash: true,
    });
    await tip(sergio, id, 250, at('2026-05-10T13:05:00Z'));
    const cancelled = await environment.addCancelled({
      at: at('2026-05-10T13:59:59.999Z'),
      driver: sergio,
      fee: 700,
    });
    await environment.addRide({ at: at('2026-05-10T12:00:00Z'), driver: lucia, share: 99, fee: 0 });
    time.now = at('2026-05-10T14:00:00Z');
    await withTx((tx) =>
      wallet.creditByAdmin(tx, randomUUID(), {
        account: { kind: 'driver', owner: sergio },
        amount: minor(5000),
      }),
    );
    const day = await dayOf(sergio);
    expect(day).toMatchObject({ day: '2026-05-10', today: '2026-05-10', total: 109.5, trips: 1 });
    const earned = day.hours.flatMap(({ starts, earned: amount, trips }) =>
      amount === 0 ? [] : [[new Date(starts).toISOString(), amount, trips]],
    );
    expect(earned).toEqual([
      ['2026-05-10T11:00:00.000Z', 100, 1],
      ['2026-05-10T13:00:00.000Z', 9.5, 0],
    ]);
    expect(day.lines).toMatchObject([
      { booking: id, driver_share: 100, tip: 2.5, cancellation_fee: 0, total: 102.5 },
      { booking: cancelled, driver_share: 0, tip: 0, cancellation_fee: 7, total: 7 },
    ]);
    expect(routes.getMyDay.answer.strict().parse(day)).toEqual(day);
  });

  test('adds the rest of a fare that was approved later to the share of its trip, and counts no second trip', async () => {
    const { id } = await environment.addRide({
      at: at('2026-05-10T11:20:00Z'),
      driver: sergio,
      share: 10_000,
      fee: 0,
    });
    await approveReview(sergio, id, 5000, at('2026-05-10T15:00:00Z'));
    const day = await dayOf(sergio);
    expect(day).toMatchObject({ total: 150, trips: 1 });
    expect(day.lines).toMatchObject([{ booking: id, driver_share: 150, total: 150 }]);
  });

  test('has no earnings from trips that the driver took as a rider on the same day', async () => {
    const when = at('2026-05-10T11:20:00Z');
    const asRider = await environment.addRide({
      at: when,
      driver: lucia,
      share: 8000,
      fee: 0,
      rider: sergio,
    });
    time.now = when;
    await withTx((tx) => wallet.giveTip(tx, asRider.id, { rider: sergio, driver: lucia, tip: minor(300) }));
    await environment.addCancelled({ at: when, driver: lucia, fee: 700, rider: sergio });
    const own = await environment.addRide({ at: when + 1, driver: sergio, share: 10_000, fee: 0 });
    const day = await dayOf(sergio);
    expect(day).toMatchObject({ total: 100, trips: 1 });
    expect(day.lines).toMatchObject([{ booking: own.id, total: 100 }]);
    expect((await dayOf(lucia)).total).toBe(90);
    const view = createViewMyStatement(environment.deps);
    const statement = await view(actorOf('driver', sergio), '2026-05');
    expect(statement.totals).toEqual([
      { kind: 'driver_share', amount: 100 },
      { kind: 'other', amount: -90 },
    ]);
  });

  test.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z', 25],
    ['2026-05-10', 'America/Montevideo', '2026-05-10T03:00:00Z', 24],
  ])('of %s in %s begins at %s and has %d hours', async (date, timezone, begins, hours) => {
    environment.current.timezone = timezone;
    const ends = at(begins) + hours * MS_PER_HOUR;
    for (const when of [at(begins) - 1, at(begins), ends - 1, ends])
      await environment.addRide({ at: when, driver: sergio, share: 100, fee: 0 });
    duty.push({ starts: at(begins) - MS_PER_HOUR, ends: ends + MS_PER_HOUR });
    time.now = ends + MS_PER_DAY;
    const day = await dayOf(sergio, date);
    expect(day.hours).toHaveLength(hours);
    expect(day).toMatchObject({ total: 2, trips: 2, online_secs: hours * 3600 });
    expect(asked.at(-1)).toEqual([sergio, at(begins), ends]);
  });

  test('equals the ledger for any events', async () => {
    const begins = at('2027-01-05T03:00:00Z');
    const event = fc.record({
      minute: fc.integer({ min: -90, max: 25 * 60 }),
      kind: fc.constantFrom('ride', 'cash', 'cancelled', 'tip', 'review'),
      amount: fc.integer({ min: 1, max: 9_999_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const driver = await environment.addPerson('driver', 'Nora');
        for (const { minute, kind, amount } of events.toSorted((one, other) => one.minute - other.minute)) {
          const when = begins + minute * MS_PER_MINUTE;
          if (kind === 'cancelled') await environment.addCancelled({ at: when, driver, fee: amount });
          else if (kind === 'tip') await tip(driver, randomUUID(), amount, when);
          else if (kind === 'review') await approveReview(driver, randomUUID(), amount, when);
          else await environment.addRide({ at: when, driver, share: amount, fee: 10, cash: kind === 'cash' });
        }
        time.now = begins + 2 * MS_PER_DAY;
        const day = await dayOf(driver, '2027-01-05');
        const { rows } = await pool.query<{ sum: string }>(
          `select coalesce(sum(e.amount), 0)::text as sum from ledger_entries e
           join ledger_accounts a on a.id = e.account join ledger_transactions t on t.id = e.transaction
           where a.owner = $1 and e.amount > 0 and t.kind in ('ride', 'tip', 'cancellation', 'fare_review')
             and t.at >= $2 and t.at < $3`,
          [driver, begins, begins + MS_PER_DAY],
        );
        const cents = (amounts: readonly number[]) =>
          amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
        const inLedger = Number(rows[0]?.sum);
        expect(cents([day.total])).toBe(inLedger);
        expect(cents(day.hours.map(({ earned }) => earned))).toBe(inLedger);
        expect(cents(day.lines.map(({ total }) => total))).toBe(inLedger);
      }),
      { numRuns: 25 },
    );
  });

  test('without events has 24 empty hours', async () => {
    time.now = at('2026-05-12T12:00:00Z');
    const day = await dayOf(sergio, '2026-05-11');
    expect(day.hours).toHaveLength(24);
    expect(day).toMatchObject({ total: 0, trips: 0, online_secs: 0, acceptance: null, lines: [] });
    expect(day.payout).toEqual({
      balance: 0,
      withdrawable: 0,
      waiting: { count: 0, amount: 0, since: null },
    });
  });

  test('contains the withdrawable and the pending amount; a debt is not withdrawable', async () => {
    const when = at('2026-05-10T12:00:00Z');
    await environment.addRide({ at: when, driver: sergio, share: 10_000, fee: 0 });
    await environment.addRide({ at: when, driver: lucia, share: 100, fee: 400, cash: true });
    waiting = { count: 1, amount: minor(4025), since: when };
    expect((await dayOf(sergio)).payout).toEqual({
      balance: 100,
      withdrawable: 100,
      waiting: { count: 1, amount: 40.25, since: when },
    });
    expect((await dayOf(lucia)).payout).toMatchObject({ balance: -4, withdrawable: 0 });
  });

  test('is rejected for a future day, and for a day that the time zone skipped', async () => {
    time.now = at('2026-05-10T02:59:00Z');
    expect((await dayOf(sergio)).day).toBe('2026-05-09');
    for (const date of ['2026-05-10', '2027-01-01'])
      await expect(dayOf(sergio, date)).rejects.toThrow(new DomainError('invalid_input'));
    environment.current.timezone = 'Pacific/Apia';
    await expect(dayOf(sergio, '2011-12-30')).rejects.toThrow(new DomainError('invalid_input'));
    for (const text of ['2026-13-01', '2026-02-30', '10.5.2026', '', '2026-5-1', '-2026-01-01'])
      expect(routes.getMyDay.query.safeParse({ date: text }).success).toBe(false);
  });

  test.each(['rider', 'admin', 'fleetadmin'] as const)('is closed to a %s', async (role) => {
    await expect(viewDay(actorOf(role), undefined)).rejects.toThrow(new DomainError('forbidden'));
  });
});

test('the movements of a day are read without rows of other days', async () => {
  const begins = at('2028-03-01T00:00:00Z');
  for (let day = 0; day < 20; day += 1)
    for (let ride = 0; ride < 6; ride += 1)
      await environment.addRide({
        at: begins + day * MS_PER_DAY + (8 + ride) * MS_PER_HOUR,
        driver: sergio,
        share: 100,
        fee: 10,
      });
  const span = { starts: begins + 15 * MS_PER_DAY, ends: begins + 16 * MS_PER_DAY };
  await pool.query('analyze');
  const rowsRead = async (tx: Tx) => {
    const { rows } = await sql<{ read: number }>`
      select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
      where relname in ('ledger_entries', 'ledger_transactions')`.execute(
      tx.withTables<Record<never, never>>(),
    );
    return rows[0]?.read ?? 0;
  };
  const { movements, read } = await withTx(async (tx) => {
    const before = await rowsRead(tx);
    const found = await driverDayRepository(tx).movements(sergio, span, 100);
    return { movements: found, read: (await rowsRead(tx)) - before };
  });
  expect(movements).toHaveLength(6);
  // The six entries and their transactions.
  expect(read).toBeLessThanOrEqual(12);
});
