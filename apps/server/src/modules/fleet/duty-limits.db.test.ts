// Tests the limits of the hours on duty on a real database: rejection, warning, and the end of duty at the limit and
// after a trip.
import { randomUUID } from 'node:crypto';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { driversRepository } from './drivers.repository.ts';
import { createDutyLimits, type DutyLimitEvent } from './duty-limits.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import { noOtherCities } from './fleet.ports.ts';
import { createSetDuty } from './set-duty.ts';
import { addDriver } from './testing/add-driver.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool, queries: db, withTx } = database;

const began = Date.UTC(2026, 4, 10, 12);
let now = began;
const clock = { now: () => now };
let settings = { dutyHoursLimit: 0, breakAfterHours: 0, breakMinutes: 30 };
const deps = { db, withTx, clock, settings: async () => settings };
const limits = createDutyLimits(deps);
const setDuty = createSetDuty({
  withTx,
  clock,
  isApproved: async () => true,
  vehicles: { isSharedWith: async () => false },
  mobileOf: async () => null,
  elsewhere: noOtherCities,
  reportingDevices: { use: async () => undefined },
  admit: limits.admit,
});
const see = (uid: string) =>
  withTx((tx) => dutyPeriodsRepository(tx).recordSeen([{ driver: uid, seenAt: now }]));
const pass = (minutes: number) => {
  now += minutes * MS_PER_MINUTE;
};
const driverOf = async ({ uid }: Actor) => {
  const found = await driversRepository(db).find(uid);
  if (!found) throw new Error('no such driver');
  return found;
};
const onDuty = async (driver: Actor) => (await driverOf(driver)).driverActiveStatus;
/** Minutes since the test began. */
const minutes = (at: number | null) => (at === null ? null : (at - began) / MS_PER_MINUTE);
const untilOf = async (driver: Actor) => minutes((await driverOf(driver)).dutyUntil);

/** Reports positions every five minutes, and runs the job as often. */
async function drive(driver: Actor, howLong: number, check = true): Promise<void> {
  for (let passed = 0; passed < howLong; passed += 5) {
    pass(5);
    await see(driver.uid);
    if (check) await limits.checkDuty();
  }
}

async function eventsOf({ uid }: Actor): Promise<[string, string, number | null][]> {
  const { rows } = await pool.query<{ data: DutyLimitEvent }>(
    `select data from outbox_events where name = 'driver.duty_limit' and data ->> 'uid' = $1 order by id`,
    [uid],
  );
  return rows.map(({ data }) => [data.state, data.rule, minutes(data.at)]);
}
const trip = (driver: Actor, busy: boolean) =>
  withTx(async (tx) => {
    const changed = await driversRepository(tx).setQueue(driver.uid, busy);
    if (!busy && changed) await limits.endAfterTrip(tx, changed);
  });

let driver: Actor;
beforeEach(async () => {
  now = began;
  settings = { dutyHoursLimit: 2, breakAfterHours: 0, breakMinutes: 30 };
  await pool.query('update drivers set driver_active_status = false');
  driver = await addDriver(pool);
});

describe('at the limit', () => {
  test('a driver is notified half an hour before and at the end, once each, and goes off duty', async () => {
    await setDuty(driver, true);
    expect(await untilOf(driver)).toBe(120);
    await drive(driver, 85);
    expect(await eventsOf(driver)).toEqual([]);
    await drive(driver, 30);
    expect(await eventsOf(driver)).toEqual([['soon', 'duty_limit', 120]]);
    expect(await onDuty(driver)).toBe(true);
    await drive(driver, 30);
    expect(await onDuty(driver)).toBe(false);
    expect(await eventsOf(driver)).toEqual([
      ['soon', 'duty_limit', 120],
      ['reached', 'duty_limit', 24 * 60],
    ]);
    const { rows } = await pool.query('select ended_at from duty_periods where uid = $1', [driver.uid]);
    expect(rows).toEqual([{ ended_at: began + 2 * MS_PER_HOUR }]);
  });

  test('the stored end of duty can be removed after the driver was warned, as when limits are turned off', async () => {
    await setDuty(driver, true);
    await drive(driver, 95);
    expect(await eventsOf(driver)).toHaveLength(1);
    await withTx((tx) => driversRepository(tx).setDutyUntil([{ uid: driver.uid, until: null }], now));
    expect(await untilOf(driver)).toBeNull();
  });

  test('going on duty is rejected with the time from which it is allowed, and accepted at that time', async () => {
    await setDuty(driver, true);
    await drive(driver, 120);
    await expect(setDuty(driver, true)).rejects.toMatchObject({
      code: 'duty_limit',
      detail: 'Allowed from 2026-05-11T12:00:00.000Z',
    });
    expect(await onDuty(driver)).toBe(false);
    now = began + 24 * MS_PER_HOUR;
    await setDuty(driver, true);
    expect(await untilOf(driver)).toBe(26 * 60);
  });

  test('going off duty and on again does not reset the time on duty', async () => {
    for (let times = 0; times < 12; times += 1) {
      await setDuty(driver, true);
      await drive(driver, 5);
      pass(1);
      await see(driver.uid);
      await setDuty(driver, false);
    }
    await setDuty(driver, true);
    // 72 minutes on duty, without a pause in between.
    expect(await untilOf(driver)).toBe(120);
    await Promise.allSettled(Array.from({ length: 8 }, (_, index) => setDuty(driver, index % 2 === 0)));
    await setDuty(driver, true);
    expect(await untilOf(driver)).toBe(120);
  });

  test('a driver on a trip finishes it, and goes off duty when it ends', async () => {
    await setDuty(driver, true);
    await drive(driver, 60);
    await trip(driver, true);
    await drive(driver, 75);
    expect(await onDuty(driver)).toBe(true);
    expect((await eventsOf(driver)).map(([state]) => state)).toEqual(['soon']);
    await trip(driver, false);
    expect(await driverOf(driver)).toMatchObject({
      driverActiveStatus: false,
      queue: false,
      dutyUntil: null,
    });
    expect((await eventsOf(driver)).map(([state]) => state)).toEqual(['soon', 'reached']);
  });

  test('a trip that ends before the limit leaves the driver on duty', async () => {
    await setDuty(driver, true);
    await drive(driver, 60);
    await trip(driver, true);
    await drive(driver, 30);
    await trip(driver, false);
    expect(await onDuty(driver)).toBe(true);
  });

  test('two servers that run the job concurrently take a driver off duty once', async () => {
    await setDuty(driver, true);
    await drive(driver, 125, false);
    const other = createDutyLimits(deps);
    await Promise.all([limits.checkDuty(), other.checkDuty(), limits.checkDuty()]);
    expect(await onDuty(driver)).toBe(false);
    expect((await eventsOf(driver)).filter(([state]) => state === 'reached')).toHaveLength(1);
    const { rows } = await pool.query(
      `select count(*)::int as count from outbox_events
       where name = 'driver.duty_changed' and data @> $1`,
      [{ uid: driver.uid, driverActiveStatus: false }],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a server that was stopped at the limit takes the driver off duty after its restart', async () => {
    await setDuty(driver, true);
    await drive(driver, 130, false);
    await limits.checkDuty();
    expect(await onDuty(driver)).toBe(false);
  });

  test('offline time does not count: the end of duty moves, and the driver is notified of the new end', async () => {
    await setDuty(driver, true);
    await drive(driver, 95);
    pass(60);
    await see(driver.uid);
    await limits.checkDuty();
    // Ten minutes of the offline hour count as time on duty.
    expect(await untilOf(driver)).toBe(95 + 60 + 15);
    await drive(driver, 10);
    expect(await onDuty(driver)).toBe(true);
    await drive(driver, 5);
    expect(await onDuty(driver)).toBe(false);
  });
});

describe('breaks', () => {
  beforeEach(() => {
    settings = { dutyHoursLimit: 0, breakAfterHours: 1, breakMinutes: 30 };
  });

  test('a driver goes off duty for a break and can go on duty again once it was long enough', async () => {
    await setDuty(driver, true);
    await drive(driver, 60);
    expect(await eventsOf(driver)).toEqual([
      ['soon', 'break_needed', 60],
      ['reached', 'break_needed', 90],
    ]);
    pass(29);
    await expect(setDuty(driver, true)).rejects.toMatchObject({
      code: 'break_needed',
      detail: 'Allowed from 2026-05-10T13:30:00.000Z',
    });
    pass(1);
    await setDuty(driver, true);
    expect(await untilOf(driver)).toBe(150);
    expect(await limits.stateOf(driver.uid)).toMatchObject({ unbroken_secs: 0, worked_secs: 3600 });
  });
});

describe('changed settings', () => {
  test('lower limits apply to drivers on duty immediately', async () => {
    await setDuty(driver, true);
    await drive(driver, 65);
    settings = { ...settings, dutyHoursLimit: 1 };
    await limits.clearDutyUntil();
    await limits.checkDuty();
    expect(await onDuty(driver)).toBe(false);
  });

  test('higher limits apply immediately, and the driver is notified again before the new end', async () => {
    await setDuty(driver, true);
    await drive(driver, 95);
    settings = { ...settings, dutyHoursLimit: 3 };
    await limits.clearDutyUntil();
    await limits.checkDuty();
    expect(await untilOf(driver)).toBe(180);
    await drive(driver, 60);
    expect((await eventsOf(driver)).map(([state, , at]) => [state, at])).toEqual([
      ['soon', 120],
      ['soon', 180],
    ]);
  });

  test('a change of another setting does not repeat the notification', async () => {
    await setDuty(driver, true);
    await drive(driver, 95);
    await limits.clearDutyUntil();
    await limits.checkDuty();
    expect(await eventsOf(driver)).toHaveLength(1);
  });

  test('limits apply to drivers already on duty when turned on, and to no driver when turned off', async () => {
    settings = { ...settings, dutyHoursLimit: 0 };
    await setDuty(driver, true);
    await drive(driver, 65);
    expect(await untilOf(driver)).toBeNull();
    settings = { ...settings, dutyHoursLimit: 2 };
    await limits.checkDuty();
    expect(await untilOf(driver)).toBe(120);
    settings = { ...settings, dutyHoursLimit: 0 };
    await limits.clearDutyUntil();
    await drive(driver, 90);
    expect(await onDuty(driver)).toBe(true);
    expect(await untilOf(driver)).toBeNull();
  });

  test('without limits the job runs no query', async () => {
    settings = { ...settings, dutyHoursLimit: 0 };
    const refuse = () => {
      throw new Error('a statement');
    };
    const idle = createDutyLimits({ ...deps, db: Object.assign(Object.create(db), { withTables: refuse }) });
    await idle.checkDuty();
    settings = { ...settings, dutyHoursLimit: 2 };
    await expect(idle.checkDuty()).rejects.toThrow('a statement');
  });
});

test('many drivers are checked in batches, each driver once', async () => {
  const uids = Array.from({ length: 700 }, () => randomUUID());
  await pool.query(
    `insert into users (uid, usertype, first_name, last_name, mobile, referral_id, login_type, created_at, updated_at)
     select uid, 'driver', 'A', 'B', '+5980' || (1e9 + n)::bigint, left(uid::text, 12), 'mobile', 1, 1
     from unnest($1::uuid[]) with ordinality as one (uid, n)`,
    [uids],
  );
  await pool.query(
    'insert into drivers (uid, driver_active_status) select uid, true from unnest($1::uuid[]) as one (uid)',
    [uids],
  );
  await limits.checkDuty();
  const { rows } = await pool.query(
    'select count(*)::int as count from drivers where uid = any($1) and duty_until = $2',
    [uids, began + 2 * MS_PER_HOUR],
  );
  expect(rows).toEqual([{ count: 700 }]);
});
