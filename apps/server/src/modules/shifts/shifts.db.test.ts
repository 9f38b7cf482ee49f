// Tests of shifts through the API: planning, reading and stopping, the weekly roster, and going on duty within shifts.
import { type RosterDriver, routes } from '@kerb/contract';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { ShiftPlan } from '@kerb/domain/shifts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';
import { createShiftsModule } from './index.ts';

const environment = await createUsersEnvironment();
const { pool } = environment.app.database;
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const rival = await environment.someone('fleetadmin');
const rider = await environment.someone('rider');

let driver: Someone;
beforeEach(async () => {
  driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
});
afterEach(() => environment.set({}));

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const today = () => dayOf(Date.now());
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const weekly = (change: object = {}) => ({
  weekdays: everyDay,
  from: '08:00',
  until: '16:00',
  firstDay: '2026-01-01',
  lastDay: null,
  ...change,
});
/** Replaces `seen`, or the current weekly shifts. */
async function setShifts(
  actor: Someone | null,
  shifts: object[],
  { id = driver.uid, seen }: { id?: string; seen?: object[] } = {},
) {
  const current = await environment.call<Partial<ShiftPlan>>(admin, routes.getShifts, { id });
  const body = { seen: seen ?? current.body.shifts ?? [], shifts };
  return environment.call<ShiftPlan>(actor, routes.setShifts, { id, body });
}
const setDay = (day: string, hours: object[] | null, actor = admin, seen?: object[] | null) =>
  environment.call<ShiftPlan>(actor, routes.setShiftDay, { id: driver.uid, body: { day, hours, seen } });
const roster = async (actor: Someone, drivers: readonly string[], week = today()) => {
  const query = `?week=${week}&drivers=${drivers.join(',')}`;
  const { body } = await environment.call<{ items: RosterDriver[] }>(actor, routes.getRoster, { query });
  return body.items;
};
const goOnDuty = () => environment.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
/** A shift in UTC that begins in this number of minutes. */
const shiftIn = (minutes: number) => {
  const at = Date.now() + minutes * MS_PER_MINUTE;
  const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16);
  return { day: dayOf(at), hours: [{ from: clock(at), until: clock(at + 4 * MS_PER_HOUR) }] };
};

describe('planned shifts', () => {
  test('replace the earlier ones, and an empty list removes them', async () => {
    const first = weekly({ weekdays: [1, 3] });
    expect((await setShifts(admin, [first, weekly({ from: '22:00', until: '06:00' })])).status).toBe(200);
    expect((await setShifts(fleetadmin, [first])).body).toEqual({ shifts: [first], days: [] });
    const { body } = await environment.call(admin, routes.getShifts, { id: driver.uid });
    expect(body).toEqual({ shifts: [first], days: [] });
    expect((await setShifts(admin, [])).body.shifts).toEqual([]);
  });

  test('saved concurrently are those of one of the two requests', async () => {
    const plans = [weekly({ from: '07:00' }), weekly({ from: '09:00' })];
    const answers = await Promise.all(plans.map((one) => setShifts(admin, [one], { seen: [] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body } = await environment.call<ShiftPlan>(admin, routes.getShifts, { id: driver.uid });
    expect(body.shifts).toHaveLength(1);
  });

  test('based on other ones than the current are a conflict, so that no change is lost', async () => {
    const seen = [weekly({ weekdays: [1, 3] }), weekly({ from: '22:00', until: '06:00' })];
    await setShifts(admin, seen);
    expect((await setShifts(fleetadmin, [seen[0] ?? {}], { seen: seen.toReversed() })).status).toBe(200);
    const late = await setShifts(admin, [weekly({ from: '07:00' })], { seen });
    expect([late.status, late.code]).toEqual([409, 'conflict']);
    const { body } = await environment.call<ShiftPlan>(admin, routes.getShifts, { id: driver.uid });
    expect(body.shifts).toEqual([seen[0]]);
  });

  test.each([
    ['the same hour twice', { until: '08:00' }],
    ['no weekday', { weekdays: [] }],
    ['a weekday twice', { weekdays: [1, 1] }],
    ['no such weekday', { weekdays: [8] }],
    ['no such hour', { from: '24:00' }],
    ['a last day before the first', { lastDay: '2025-12-31' }],
    ['no such day', { firstDay: '2026-02-30' }],
  ])('with %s are rejected', async (_, change) => {
    expect((await setShifts(admin, [weekly(change)])).code).toBe('invalid_input');
  });

  test('are limited to fourteen', async () => {
    expect((await setShifts(admin, Array(15).fill(weekly()))).code).toBe('invalid_input');
    expect((await setShifts(admin, Array(14).fill(weekly()))).status).toBe(200);
  });

  test('of drivers of other fleets and of riders are not found', async () => {
    for (const actor of [rival, fleetadmin, admin])
      expect((await setShifts(actor, [], { id: rider.uid })).code).toBe('not_found');
    expect((await setShifts(rival, [])).code).toBe('not_found');
    expect((await environment.call(rival, routes.getShifts, { id: driver.uid })).code).toBe('not_found');
    expect((await setDay(today(), [], rival)).code).toBe('not_found');
    for (const actor of [driver, rider]) expect((await setShifts(actor, [])).code).toBe('forbidden');
    expect((await setShifts(null, [])).code).toBe('not_logged_in');
  });
});

describe('a day', () => {
  test('can have other hours, be off, and be reset to the weekly shifts', async () => {
    await setShifts(admin, [weekly()]);
    const day = dayOf(Date.now() + 2 * MS_PER_DAY);
    const hours = [{ from: '10:00', until: '12:00' }];
    expect((await setDay(day, hours)).body.days).toEqual([{ day, hours }]);
    expect((await setDay(day, [])).body.days).toEqual([{ day, hours: [] }]);
    expect((await setDay(day, null)).body.days).toEqual([]);
  });

  test('of a day are set once by two planners who have seen the same hours', async () => {
    const day = dayOf(Date.now() + MS_PER_DAY);
    const early = { from: '06:00', until: '10:00' };
    const late = { from: '18:00', until: '22:00' };
    const both = await Promise.all([
      setDay(day, [early, late], admin, null),
      setDay(day, [], fleetadmin, null),
    ]);
    expect(both.map(({ status, code }) => (status === 200 ? 'set' : code)).sort()).toEqual([
      'conflict',
      'set',
    ]);
    expect((await setDay(day, [early, late])).status).toBe(200);
    expect((await setDay(day, [early], admin, [])).code).toBe('conflict');
    expect((await setDay(day, [early], admin, [late, early])).body.days).toEqual([{ day, hours: [early] }]);
    expect((await setDay(day, null, admin, null)).code).toBe('conflict');
  });

  test('in the past, or more than a year ahead, is rejected', async () => {
    expect((await setDay(dayOf(Date.now() - 2 * MS_PER_DAY), [])).code).toBe('day_past');
    expect((await setDay(dayOf(Date.now() + 400 * MS_PER_DAY), [])).code).toBe('day_too_far_ahead');
  });
});

describe('the weekly overview', () => {
  test('has planned and worked hours from Monday to Sunday, for the drivers that the caller manages', async () => {
    await environment.set({ timezone: 'UTC' });
    const foreign = await environment.someone('driver');
    await setShifts(admin, [weekly({ weekdays: [1] })]);
    const began = Date.parse('2026-05-11T08:00:00Z');
    await pool.query(
      'insert into duty_periods (uid, started_at, seen_at, ended_at) values ($1, $2, $3, $3), ($1, $4, $5, $5)',
      [driver.uid, began, began + MS_PER_HOUR, began + 15 * MS_PER_HOUR, began + 17 * MS_PER_HOUR],
    );
    const ids = [driver.uid, foreign.uid, rider.uid, driver.uid];
    const [own, ...others] = await roster(fleetadmin, ids, '2026-05-14');
    expect(others).toEqual([]);
    expect(own?.days.map(({ day }) => day)).toEqual(
      [11, 12, 13, 14, 15, 16, 17].map((day) => `2026-05-${day}`),
    );
    expect(own?.days[0]).toEqual({
      day: '2026-05-11',
      planned: [{ starts: began, ends: began + 8 * MS_PER_HOUR }],
      changed: false,
      worked_secs: 2 * 3600,
    });
    expect(own?.days[1]).toMatchObject({ planned: [], worked_secs: 3600 });
    expect((await roster(admin, ids, '2026-05-14')).map((one) => one.driver)).toEqual([
      driver.uid,
      foreign.uid,
    ]);
    const mine = await environment.call(driver, routes.getMyShifts, { query: '?week=2026-05-11' });
    expect(mine.body).toEqual(own);
  });

  test('lists as late a driver who is not on duty ten minutes after a shift began', async () => {
    await environment.set({ timezone: 'UTC' });
    const late = async () => (await roster(admin, [driver.uid]))[0]?.late;
    // Written to the database, because a few minutes ago may be yesterday, which the API rejects.
    const begin = async (minutesAgo: number) => {
      const { day, hours } = shiftIn(-minutesAgo);
      await pool.query('delete from shift_days where driver = $1', [driver.uid]);
      await pool.query('insert into shift_days (driver, day, hours) values ($1, $2, $3)', [
        driver.uid,
        day,
        JSON.stringify(hours),
      ]);
    };
    await begin(9);
    expect(await late()).toBe(false);
    await begin(12);
    expect(await late()).toBe(true);
    // A disabled driver cannot go on duty.
    await pool.query("update users set approved = false, review = 'disabled' where uid = $1", [driver.uid]);
    expect(await late()).toBe(false);
    await pool.query("update users set approved = true, review = 'approved' where uid = $1", [driver.uid]);
    await goOnDuty();
    expect(await late()).toBe(false);
  });

  test('lists and counts late drivers, for those who manage them', async () => {
    await environment.set({ timezone: 'UTC' });
    const foreign = await environment.someone('driver');
    const begin = ({ uid }: Someone, minutesAgo: number) => {
      const { day, hours } = shiftIn(-minutesAgo);
      return pool.query('insert into shift_days (driver, day, hours) values ($1, $2, $3)', [
        uid,
        day,
        JSON.stringify(hours),
      ]);
    };
    await pool.query('delete from shift_days');
    await pool.query('delete from shifts');
    await begin(driver, 20);
    await begin(foreign, 20);
    const lateFor = async (actor: Someone) => {
      const listed = await environment.call<{ items: { id: string }[]; total: number }>(
        actor,
        routes.listUsers,
        { query: '?usertype=driver&shift=late' },
      );
      const counted = await environment.call<{ late: number }>(actor, routes.countDuty);
      expect(listed.body.total).toBe(counted.body.late);
      return listed.body.items.map(({ id }) => id).toSorted();
    };
    expect(await lateFor(admin)).toEqual([driver.uid, foreign.uid].toSorted());
    expect(await lateFor(fleetadmin)).toEqual([driver.uid]);
    const ofFleet = { of: 'fleet', fleetadmin: fleetadmin.uid } as const;
    expect(await environment.app.modules.shifts.api.lateDrivers(ofFleet)).toEqual([driver.uid]);
    await pool.query('delete from shift_days');
    expect(await lateFor(admin)).toEqual([]);
  });

  test.each([
    ['9999-12-31', 'invalid_input'],
    ['0000-01-01', 'invalid_input'],
    ['9999-12-24', undefined],
    ['0001-01-01', undefined],
    ['2026-02-30', 'invalid_input'],
  ])('around %s: the error is %s, for days that have no date', async (week, code) => {
    const mine = await environment.call(driver, routes.getMyShifts, { query: `?week=${week}` });
    expect(mine.code).toBe(code);
  });

  test('of too many drivers, or without ids, is rejected', async () => {
    const many = Array(101).fill(driver.uid).join(',');
    for (const drivers of [many, 'x'])
      expect((await environment.call(admin, routes.getRoster, { query: `?drivers=${drivers}` })).code).toBe(
        'invalid_input',
      );
  });
});

describe('duty within shifts', () => {
  test('is rejected outside of a shift, with the next one, and allowed from fifteen minutes before it', async () => {
    await environment.set({ timezone: 'UTC', dutyWithinShifts: true });
    const later = shiftIn(60);
    await setDay(later.day, later.hours);
    const refused = await goOnDuty();
    expect(refused.code).toBe('outside_shift');
    expect(JSON.stringify(refused.body)).toContain(`${later.day}T${later.hours[0]?.from}`);
    const soon = shiftIn(14);
    await setDay(soon.day, soon.hours);
    expect((await goOnDuty()).status).toBe(200);
  });

  test('is allowed for drivers without shifts, and for all drivers while the setting is off', async () => {
    const later = shiftIn(60);
    await environment.set({ timezone: 'UTC' });
    await setDay(later.day, later.hours);
    expect((await goOnDuty()).status).toBe(200);
    await environment.set({ timezone: 'UTC', dutyWithinShifts: true });
    driver = await environment.someone('driver');
    expect((await goOnDuty()).status).toBe(200);
  });

  test.each([
    ['a day shift, before its end', { from: '08:00', until: '16:00' }, '2026-05-11T15:59:00Z', true, true],
    ['a day shift, after its end', { from: '08:00', until: '16:00' }, '2026-05-11T16:30:00Z', false, false],
    ['a day shift, on the next day', { from: '08:00', until: '16:00' }, '2026-05-12T10:00:00Z', false, false],
    ['a night shift, before its end', { from: '22:00', until: '06:00' }, '2026-05-12T05:59:00Z', true, true],
    ['a night shift, at its end', { from: '22:00', until: '06:00' }, '2026-05-12T06:00:00Z', false, false],
  ])('a plan on and after its last day: %s', async (_, hours, now, isPlanned, isOpen) => {
    await setShifts(admin, [weekly({ ...hours, lastDay: '2026-05-11' })]);
    const { api } = createShiftsModule({
      db: environment.app.database.queries,
      withTx: environment.app.database.withTx,
      clock: { now: () => Date.parse(now) },
      settings: { get: async () => ({ timezone: 'UTC' }) },
      identity: environment.app.modules.identity.api,
      fleet: environment.app.modules.fleet.api,
    });
    expect(await api.shiftOf(driver.uid)).toEqual({ isPlanned, isOpen, next: null });
  });
});
