// Tests of each of the operator's figures over known bookings, against values computed by hand.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DomainError, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { admin, at, centro, createFiguresEnvironment, day, daysIn } from './testing/figures-environment.ts';
import { actorOf } from './testing/report-environment.ts';

const BACKFILL = new URL(
  '../../../db/migrations/0173_fleets_of_earlier_duty_and_offers.sql',
  import.meta.url,
);

const environment = await createFiguresEnvironment();
afterAll(() => environment.database.close());
beforeEach(() => environment.reset());
const { addBooking, addDuty, addOffer, listed, time, totalOf, viewFigures } = environment;

describe('waiting', () => {
  test('is the median and 90th percentile from the search to the arrival, of trips driven now', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (let minute = 1; minute <= 10; minute += 1)
      await addBooking({ wanted, arrivedAt: wanted + minute * MS_PER_MINUTE, status: 'PAID' });
    // Not counted: booked for later, cancelled, not arrived yet, and a search that began after the arrival.
    await addBooking({ wanted, later: true, arrivedAt: wanted + MS_PER_HOUR });
    await addBooking({ wanted, status: 'CANCELLED', arrivedAt: wanted + MS_PER_HOUR });
    await addBooking({ wanted, status: 'ACCEPTED' });
    await addBooking({ wanted, dispatchAt: wanted + MS_PER_HOUR, arrivedAt: wanted + MS_PER_MINUTE });
    const { now, before } = await totalOf(day('2026-05-10'));
    expect(now.waiting).toEqual({ bookings: 10, median_secs: 330, p90_secs: 546 });
    expect(before.waiting).toEqual({ bookings: 0, median_secs: null, p90_secs: null });
  });

  test('of fewer than ten trips is null', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (let trip = 0; trip < 9; trip += 1) await addBooking({ wanted, arrivedAt: wanted + MS_PER_MINUTE });
    expect((await totalOf(day('2026-05-10'))).now.waiting).toEqual({
      bookings: 9,
      median_secs: null,
      p90_secs: null,
    });
  });
});

describe('completion', () => {
  test('is the share of driven bookings among those that ended; others do not count', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const status of ['PENDING', 'PAID', 'COMPLETE'] as const)
      for (let copy = 0; copy < 4; copy += 1) await addBooking({ wanted, status });
    for (let copy = 0; copy < 4; copy += 1) await addBooking({ wanted, status: 'CANCELLED', driver: null });
    await addBooking({ wanted, status: 'NEW', driver: null });
    await addBooking({ wanted, status: 'STARTED' });
    expect((await totalOf(day('2026-05-10'))).now.completion).toEqual({
      bookings: 16,
      completed: 12,
      share: 0.75,
    });
  });

  test('contains cancellations by reason, with those of the previous period', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const reason of ['Too far', 'Too far', 'Driver late'])
      await addBooking({ wanted, status: 'CANCELLED', reason });
    await addBooking({ wanted: wanted - MS_PER_DAY, status: 'CANCELLED', reason: 'Too far' });
    await addBooking({ wanted: wanted - MS_PER_DAY, status: 'CANCELLED', reason: 'Another' });
    const { reasons } = await viewFigures(admin, day('2026-05-10'));
    expect(reasons).toEqual([
      { reason: 'Too far', now: 2, before: 1 },
      { reason: 'Driver late', now: 1, before: 0 },
    ]);
    const period = daysIn('2026-05-10', '2026-05-10');
    expect(await listed({ ...period, status: ['CANCELLED'], reason: 'Too far' })).toBe(2);
    expect(await listed({ ...period, status: ['CANCELLED'], counted: 'completion' })).toBe(3);
  });
});

describe('acceptance', () => {
  test('counts answered offers, not those that ended by another event', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    const busy = randomUUID();
    const booking = await addBooking({ wanted, status: 'NEW', driver: null });
    const other = await addBooking({ wanted, driver: busy, acceptedAt: wanted + 10_000 });
    for (let driver = 0; driver < 6; driver += 1) await addOffer(booking, 'declined', randomUUID(), wanted);
    for (let driver = 0; driver < 3; driver += 1) await addOffer(booking, 'expired', randomUUID(), wanted);
    for (const outcome of ['lost', 'cancelled', 'late', 'silent', 'reassigned', 'off_duty', null])
      await addOffer(booking, outcome, randomUUID(), wanted);
    await addOffer(booking, 'expired', busy, wanted);
    await addOffer(other, 'accepted', busy, wanted);
    expect((await totalOf(day('2026-05-10'))).now.acceptance).toEqual({
      bookings: 2,
      offers: 10,
      accepted: 1,
      share: 0.1,
    });
  });
});

test('figures of a fleet exclude bookings, offers, cancellations and areas of other fleets', async () => {
  const fleetadmin = await environment.addPerson('fleetadmin', 'Lia');
  const own = await environment.addPerson('driver', 'Own', fleetadmin);
  const other = await environment.addPerson('driver', 'Other');
  const wanted = at('2026-05-10T11:00:00Z');
  const ofFleet = { driver: own, fleetadmin };
  for (const time of [wanted, wanted - MS_PER_DAY]) {
    const booking = await addBooking({ wanted: time, ...ofFleet });
    await addBooking({ wanted: time, ...ofFleet, status: 'CANCELLED', reason: 'Too far' });
    const open = await addBooking({ wanted: time, driver: other, pickup: centro });
    await addBooking({ wanted: time, driver: other, status: 'CANCELLED', reason: 'Too far', pickup: centro });
    await addBooking({ wanted: time, driver: other, status: 'CANCELLED', reason: 'Another', pickup: centro });
    await addOffer(booking, 'accepted', own, time);
    await addOffer(open, 'declined', own, time);
    await addOffer(open, 'declined', other, time);
  }
  const { total, groups, reasons } = await viewFigures(
    actorOf('fleetadmin', fleetadmin),
    day('2026-05-10', 'area'),
  );
  for (const set of [total.now, total.before]) {
    expect(set.completion).toEqual({ bookings: 2, completed: 1, share: null });
    expect(set.acceptance).toEqual({ bookings: 2, offers: 2, accepted: 1, share: null });
  }
  expect(groups.map(({ area, now }) => [area?.name, now.completion.bookings])).toEqual([['Pocitos', 2]]);
  expect(reasons).toEqual([{ reason: 'Too far', now: 1, before: 1 }]);
});

test('duty and offers of a driver stay with the fleet that the driver was in then', async () => {
  const before = await environment.addPerson('fleetadmin', 'Lia');
  const after = await environment.addPerson('fleetadmin', 'Mara');
  const driver = await environment.addPerson('driver', 'Sergio', before);
  const eight = at('2026-05-10T11:00:00Z');
  const booking = await addBooking({ wanted: eight, status: 'NEW', driver: null });
  await addDuty(driver, eight, eight + MS_PER_HOUR);
  await addOffer(booking, 'declined', driver, eight);
  await environment.pool.query('update drivers set fleetadmin = $2 where uid = $1', [driver, after]);
  await addDuty(driver, eight + MS_PER_HOUR, eight + 3 * MS_PER_HOUR);
  const figuresOf = async (fleetadmin: string) => {
    const { now } = await totalOf(day('2026-05-10'), actorOf('fleetadmin', fleetadmin));
    return [now.acceptance.offers, now.utilisation?.duty_secs];
  };
  expect(await figuresOf(before)).toEqual([1, 3600]);
  expect(await figuresOf(after)).toEqual([0, 7200]);
  await environment.pool.query('update drivers set fleetadmin = null where uid = $1', [driver]);
  expect(await figuresOf(before)).toEqual([1, 3600]);
  const everyone = (await totalOf(day('2026-05-10'))).now;
  expect([everyone.acceptance.offers, everyone.utilisation?.duty_secs]).toEqual([1, 3 * 3600]);
});

test('duty and offers from before fleets were stored with them count for the driver’s fleet at the upgrade', async () => {
  const fleetadmin = await environment.addPerson('fleetadmin', 'Lia');
  const driver = await environment.addPerson('driver', 'Sergio', fleetadmin);
  const alone = await environment.addPerson('driver', 'Alma');
  const eight = at('2026-05-10T11:00:00Z');
  const booking = await addBooking({ wanted: eight, status: 'NEW', driver: null });
  for (const uid of [driver, alone]) {
    await addDuty(uid, eight, eight + MS_PER_HOUR);
    await addDuty(uid, eight + MS_PER_HOUR, null, eight + 2 * MS_PER_HOUR);
    await addOffer(booking, 'declined', uid, eight);
  }
  await environment.pool.query('update duty_periods set fleetadmin = null');
  await environment.pool.query('update booking_requests set fleetadmin = null');
  // Without the views at its end, which only the owner of the database can replace.
  const [updates = ''] = (await readFile(BACKFILL, 'utf8')).split('create or replace view');
  await environment.pool.query(updates);
  const stored = async (table: string, column: string, uid: string) => {
    const { rows } = await environment.pool.query(`select fleetadmin from ${table} where ${column} = $1`, [
      uid,
    ]);
    return rows.map((row) => row.fleetadmin);
  };
  expect(await stored('duty_periods', 'uid', driver)).toEqual([fleetadmin, fleetadmin]);
  expect(await stored('booking_requests', 'driver', driver)).toEqual([fleetadmin]);
  expect(await stored('duty_periods', 'uid', alone)).toEqual([null, null]);
  expect(await stored('booking_requests', 'driver', alone)).toEqual([null]);
});

test('concurrent requests for the same figures share one read, but not across scopes', async () => {
  const mine = actorOf('fleetadmin');
  const [first, second, ofFleet] = await Promise.all([
    viewFigures(admin, day('2026-05-10')),
    viewFigures(actorOf('admin'), day('2026-05-10')),
    viewFigures(mine, day('2026-05-10')),
  ]);
  expect(second).toBe(first);
  expect(ofFleet).not.toBe(first);
  expect(await viewFigures(admin, day('2026-05-10'))).not.toBe(first);
});

describe('use of drivers', () => {
  let sergio = '';
  beforeEach(async () => {
    sergio = await environment.addPerson('driver', 'Sergio');
  });

  test('is the part of the time on duty with a booking, cut at the period and at each hour', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight - 4 * MS_PER_HOUR, eight - 3 * MS_PER_HOUR);
    await addDuty(sergio, eight, eight + 2 * MS_PER_HOUR);
    // Busy from 8:45 to 9:15, which ends 10 minutes after the time on duty.
    await addBooking({
      wanted: eight,
      driver: sergio,
      acceptedAt: eight + 45 * MS_PER_MINUTE,
      endedAt: eight + 75 * MS_PER_MINUTE,
    });
    await addBooking({
      wanted: eight,
      driver: sergio,
      acceptedAt: eight + 110 * MS_PER_MINUTE,
      endedAt: eight + 130 * MS_PER_MINUTE,
    });
    const { total, groups } = await viewFigures(admin, day('2026-05-10'));
    expect(total.now.utilisation).toEqual({
      bookings: 2,
      duty_secs: 3 * 3600,
      busy_secs: 40 * 60,
      share: 40 / 180,
    });
    const worked = groups.flatMap(({ hour, now }) =>
      now.utilisation && now.utilisation.duty_secs + now.utilisation.bookings > 0
        ? [[hour, now.utilisation.bookings, now.utilisation.duty_secs, now.utilisation.busy_secs]]
        : [],
    );
    expect(worked).toEqual([
      [4, 0, 3600, 0],
      [8, 1, 3600, 900],
      [9, 2, 3600, 1500],
      [10, 1, 0, 0],
    ]);
  });

  test('counts overlapping duty and bookings once, until the last position is too old', async () => {
    const eight = at('2026-05-20T11:00:00Z');
    time.now = eight + 2 * MS_PER_HOUR;
    await addDuty(sergio, eight, eight + MS_PER_HOUR);
    await addDuty(sergio, eight + 30 * MS_PER_MINUTE, null, eight + 90 * MS_PER_MINUTE);
    for (const acceptedAt of [eight, eight + 15 * MS_PER_MINUTE])
      await addBooking({ wanted: eight, driver: sergio, acceptedAt, endedAt: eight + 30 * MS_PER_MINUTE });
    const { now } = await totalOf(day('2026-05-20'));
    expect(now.utilisation?.busy_secs).toBe(30 * 60);
    expect(now.utilisation?.duty_secs).toBeGreaterThanOrEqual(90 * 60);
    expect(now.utilisation?.duty_secs).toBeLessThan(2 * 3600);
  });

  test('counts a later booking from an hour before its time, however early it was accepted', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight - 3 * MS_PER_HOUR, eight + MS_PER_HOUR);
    await addBooking({
      wanted: eight,
      later: true,
      driver: sergio,
      acceptedAt: eight - 2 * MS_PER_DAY,
      endedAt: eight + 30 * MS_PER_MINUTE,
    });
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({
      bookings: 1,
      busy_secs: 90 * 60,
    });
  });

  test('counts a follow-on trip from when its driver sets out', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight, eight + 2 * MS_PER_HOUR);
    await addBooking({
      wanted: eight,
      driver: sergio,
      acceptedAt: eight,
      setOutAt: eight + 30 * MS_PER_MINUTE,
      endedAt: eight + 40 * MS_PER_MINUTE,
    });
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({ busy_secs: 10 * 60 });
  });

  test('is null for less than an hour on duty', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight, eight + MS_PER_HOUR - 1000);
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({ share: null });
    await addDuty(sergio, eight + MS_PER_HOUR, eight + MS_PER_HOUR + 1000);
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({ share: 0 });
  });

  test('of a fleet contains only its own drivers', async () => {
    const fleetadmin = await environment.addPerson('fleetadmin', 'Lia');
    const own = await environment.addPerson('driver', 'Own', fleetadmin);
    const eight = at('2026-05-10T11:00:00Z');
    for (const driver of [own, sergio]) {
      await addDuty(driver, eight, eight + 2 * MS_PER_HOUR);
      await addBooking({
        wanted: eight,
        driver,
        fleetadmin: driver === own ? fleetadmin : null,
        acceptedAt: eight,
        endedAt: eight + MS_PER_HOUR,
      });
    }
    const mine = actorOf('fleetadmin', fleetadmin);
    expect((await totalOf(day('2026-05-10'), mine)).now.utilisation).toEqual({
      bookings: 1,
      duty_secs: 7200,
      busy_secs: 3600,
      share: 0.5,
    });
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({ bookings: 2 });
  });
});

test('quotes are compared with the driven time and charged fare: median ratio and 90th percentile error', async () => {
  const wanted = at('2026-05-10T11:00:00Z');
  for (let trip = 0; trip <= 10; trip += 1)
    await addBooking({ wanted, driven: 600 + trip * 60, charged: 1000 - trip * 10 });
  await addBooking({ wanted, driven: 0, quoted: 0 });
  await addBooking({ wanted: wanted - MS_PER_DAY, driven: 900 });
  await addBooking({ wanted, status: 'CANCELLED', driven: 900, charged: 1 });
  const { now, before } = await totalOf(day('2026-05-10'));
  expect(now.time).toEqual({ bookings: 11, median_ratio: 1.5, p90_error: 0.9 });
  expect(now.fare).toEqual({ bookings: 11, median_ratio: 0.95, p90_error: 0.09 });
  // Only one trip, which is not enough data.
  expect(before.time).toEqual({ bookings: 1, median_ratio: null, p90_error: null });
  expect(before.fare).toEqual({ bookings: 1, median_ratio: null, p90_error: null });
});

test.each(['rider', 'driver'] as const)('figures are closed to a %s', async (role) => {
  await expect(viewFigures(actorOf(role), day('2026-05-10'))).rejects.toThrow(new DomainError('forbidden'));
});
