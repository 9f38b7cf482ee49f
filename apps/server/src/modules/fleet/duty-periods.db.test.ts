// Tests periods on duty: begun, extended and ended by duty changes and positions, over restarts, connection gaps and
// several servers.
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { driversRepository } from './drivers.repository.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import { endDuty } from './end-duty.ts';
import { noOtherCities } from './fleet.ports.ts';
import { createLiveFleet, POSITION_VALID_MS } from './live-fleet.ts';
import { createPositionSnapshot } from './position-snapshot.ts';
import { createSetDuty } from './set-duty.ts';
import { addDriver } from './testing/add-driver.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool, queries: db, withTx } = database;

const began = Date.UTC(2026, 4, 10, 12);
let now = began;
const clock = { now: () => now };
const setDuty = createSetDuty({
  withTx,
  clock,
  isApproved: async () => true,
  admit: async () => null,
  vehicles: { isSharedWith: async () => false },
  mobileOf: async () => null,
  elsewhere: noOtherCities,
  reportingDevices: { use: async () => undefined },
});
const see = (driver: string, seenAt = now) =>
  withTx((tx) => dutyPeriodsRepository(tx).recordSeen([{ driver, seenAt }]));
const day = { starts: began - 12 * MS_PER_HOUR, ends: began + 12 * MS_PER_HOUR };
/** Minutes since the beginning of the test. */
const minutesOf = async (uid: string, span = day) =>
  (await dutyPeriodsRepository(db).between(uid, span, now)).map(({ starts, ends }) => [
    (starts - began) / MS_PER_MINUTE,
    (ends - began) / MS_PER_MINUTE,
  ]);
const pass = (minutes: number) => {
  now += minutes * MS_PER_MINUTE;
};

let driver: Actor;
beforeEach(async () => {
  now = began;
  driver = await addDriver(pool);
});

/** Reports positions every few minutes, as a phone with a connection. */
async function drive(minutes: number, every = 5): Promise<void> {
  for (let passed = 0; passed < minutes; passed += every) {
    pass(every);
    await see(driver.uid);
  }
}

test('a period lasts from going on duty to going off duty', async () => {
  await setDuty(driver, true);
  await drive(30);
  expect(await minutesOf(driver.uid)).toEqual([[0, 30]]);
  pass(2);
  await setDuty(driver, false);
  pass(30);
  await setDuty(driver, true);
  await drive(10);
  expect(await minutesOf(driver.uid)).toEqual([
    [0, 32],
    [62, 72],
  ]);
});

test('going on duty twice, also concurrently, starts one period', async () => {
  await Promise.all([setDuty(driver, true), setDuty(driver, true), see(driver.uid), see(driver.uid)]);
  await drive(5);
  await setDuty(driver, true);
  expect(await minutesOf(driver.uid)).toEqual([[0, 5]]);
});

test('offline time counts while the last position is valid; the next position starts a new period', async () => {
  await setDuty(driver, true);
  await drive(5);
  pass(240);
  expect(await minutesOf(driver.uid)).toEqual([[0, 15]]);
  await see(driver.uid);
  await drive(5);
  expect(await minutesOf(driver.uid)).toEqual([
    [0, 15],
    [245, 250],
  ]);
  pass(60);
  await setDuty(driver, false);
  expect((await minutesOf(driver.uid)).at(-1)).toEqual([245, 260]);
});

test('a period continues after a restart of the server', async () => {
  const server = () => {
    const live = createLiveFleet({ now: clock.now });
    const snapshot = createPositionSnapshot({
      live,
      now: clock.now,
      save: (positions) =>
        withTx(async (tx) => {
          await driversRepository(tx).savePositions(positions);
          await dutyPeriodsRepository(tx).recordSeen(positions);
        }),
      load: driversRepository(db).savedPositions,
      onError: (error) => Promise.reject(error),
    });
    return { live, snapshot };
  };
  const position = () => ({ driver: driver.uid, lat: 1, lng: 2, heading: null, at: now });
  const first = server();
  await first.snapshot.start();
  await setDuty(driver, true);
  pass(5);
  first.live.put(position());
  await first.snapshot.saveNow();
  // A crash loses the positions since the last snapshot and runs no shutdown.
  pass(3);
  first.live.put(position());
  pass(4);
  const second = server();
  await second.snapshot.start();
  second.live.put(position());
  await second.snapshot.saveNow();
  expect(await minutesOf(driver.uid)).toEqual([[0, 12]]);
  // The server is down for two hours, which do not count as time on duty.
  pass(120);
  const third = server();
  await third.snapshot.start();
  third.live.put(position());
  await third.snapshot.saveNow();
  expect(await minutesOf(driver.uid)).toEqual([
    [0, 22],
    [132, 132],
  ]);
  await first.snapshot.stop();
  await second.snapshot.stop();
  await third.snapshot.stop();
});

test('a position of a driver who is off duty starts no period', async () => {
  await see(driver.uid);
  expect(await minutesOf(driver.uid)).toEqual([]);
  await setDuty(driver, true);
  pass(5);
  await setDuty(driver, false);
  await see(driver.uid);
  await see(driver.uid, began);
  expect(await minutesOf(driver.uid)).toEqual([[0, 5]]);
});

test('a driver who was on duty before periods were stored gets a period at the next position', async () => {
  await pool.query('update drivers set driver_active_status = true where uid = $1', [driver.uid]);
  await drive(10);
  expect(await minutesOf(driver.uid)).toEqual([[5, 10]]);
});

test('positions received by two servers, in any order, form one period', async () => {
  await setDuty(driver, true);
  pass(8);
  const seen = [now - 4000, now - 1000, now - 3000, now].map((at) => see(driver.uid, at));
  await Promise.all(seen);
  expect(await minutesOf(driver.uid)).toEqual([[0, 8]]);
});

test('being taken off duty by an admin ends the period', async () => {
  await setDuty(driver, true);
  pass(7);
  await withTx((tx) => endDuty(tx, driver.uid, now));
  pass(60);
  expect(await minutesOf(driver.uid)).toEqual([[0, 7]]);
});

test('a long time on duty is stored as adjacent periods and found for each day', async () => {
  await setDuty(driver, true);
  await drive(30 * 60, 10);
  const whole = await dutyPeriodsRepository(db).between(
    driver.uid,
    { starts: began, ends: began + 2 * MS_PER_DAY },
    now,
  );
  expect(whole.length).toBeGreaterThan(1);
  for (const [index, { starts }] of whole.entries()) expect(starts).toBe(whole[index - 1]?.ends ?? began);
  expect(whole.at(-1)?.ends).toBe(now);
  const next = { starts: began + 12 * MS_PER_HOUR, ends: began + 36 * MS_PER_HOUR };
  const covered = (await dutyPeriodsRepository(db).between(driver.uid, next, now)).reduce(
    (sum, { starts, ends }) => sum + Math.max(0, Math.min(ends, next.ends) - Math.max(starts, next.starts)),
    0,
  );
  expect(covered).toBe(18 * MS_PER_HOUR);
});

test('periods are deleted with the driver, and after 400 days', async () => {
  const other = await addDriver(pool);
  await setDuty(driver, true);
  await setDuty(other, true);
  await dutyPeriodsRepository(db).erase(driver.uid);
  expect(await minutesOf(driver.uid)).toEqual([]);
  pass((POSITION_VALID_MS * 2) / MS_PER_MINUTE);
  expect(await minutesOf(other.uid)).toEqual([[0, 10]]);
  await dutyPeriodsRepository(db).removeStartedBefore(began);
  expect(await minutesOf(other.uid)).toHaveLength(1);
  await dutyPeriodsRepository(db).removeStartedBefore(began + 1);
  expect(await minutesOf(other.uid)).toEqual([]);
});
