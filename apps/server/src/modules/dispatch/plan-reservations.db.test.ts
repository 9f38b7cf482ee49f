// Tests which driver is planned for a later booking, and when the plan is made again.
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { createDispatchModule, eraseDriverFromDispatch } from './index.ts';
import { createPlanReservations, PLAN_JOB } from './plan-reservations.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createReservationCity, MINUTE, north } from './testing/reservation-city.ts';

const city = await createReservationCity();
afterAll(() => city.environment.close());
beforeEach(city.reset);
const { environment, deps, settings, map, plan, driverAt, bookLater, planned } = city;

describe('the plan', () => {
  it('reserves the nearest driver for a booking only when its time is near', async () => {
    const driver = await driverAt(north(500));
    await driverAt(north(2_000));
    const booking = await bookLater(31);
    expect(await plan()).toBe(0);
    environment.pass(MINUTE);
    expect(await plan()).toBe(1);
    expect(await planned()).toEqual({ [booking]: driver.uid });
    const { rows } = await environment.database.pool.query('select * from dispatch_reservations');
    expect(rows[0]).toMatchObject({
      arrives_at: environment.now() + 50_000,
      planned_at: environment.now(),
      replaceable: true,
    });
  });

  it('reserves two drivers for two bookings, and does not change while no driver is clearly better', async () => {
    const near = await driverAt(north(200));
    const first = await bookLater(20);
    await plan();
    const nearer = await driverAt(north(100));
    const second = await bookLater(20);
    expect(await plan()).toBe(2);
    expect(await planned()).toEqual({ [first]: near.uid, [second]: nearer.uid });
    // A second planner, as after a restart or on another server.
    expect(await createPlanReservations(deps)()).toBe(2);
    expect(await planned()).toEqual({ [first]: near.uid, [second]: nearer.uid });
  });

  it('leaves bookings without a driver if there are too few, and is empty without any driver', async () => {
    const driver = await driverAt(north(100));
    await bookLater(20);
    await bookLater(25);
    await bookLater(25);
    expect(await plan()).toBe(1);
    environment.fleet.live.remove(driver.uid);
    expect(await plan()).toBe(0);
    expect(await planned()).toEqual({});
  });

  it('is stored by one of several servers that plan at the same time', async () => {
    for (const metres of [100, 200, 300]) await driverAt(north(metres));
    for (let count = 0; count < 4; count += 1) await bookLater(20);
    const servers = [1, 2, 3].map(() => createPlanReservations(deps));
    const results = await Promise.all(servers.map((planOnce) => planOnce()));
    expect(new Set(results.filter((result) => result !== null))).toEqual(new Set([3]));
    expect(new Set(Object.values(await planned())).size).toBe(3);
  });

  it('opens no transaction while it waits for travel times', async () => {
    await driverAt(north(100));
    await bookLater(20);
    let open: unknown;
    const arrivalTimes: typeof deps.maps.arrivalTimes = async (...asked) => {
      const { rows } = await environment.database.asOwner.query(
        "select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
      open = rows;
      return deps.maps.arrivalTimes(...asked);
    };
    const planOnce = createPlanReservations({ ...deps, maps: { ...deps.maps, arrivalTimes } });
    expect(await planOnce()).toBe(1);
    expect(open).toEqual([]);
  });

  it('ends with the setting, with manual assignment, at the time of the trip, and when the clock is set back', async () => {
    const driver = await driverAt(north(100));
    await bookLater(20);
    expect(await plan()).toBe(1);
    settings.reserveAheadSeconds = 0;
    expect(await plan()).toBe(0);
    Object.assign(settings, { reserveAheadSeconds: 1800, autoDispatch: false });
    expect(await plan()).toBe(0);
    settings.autoDispatch = true;
    expect(await plan()).toBe(1);
    environment.pass(-60 * MINUTE);
    expect(await plan()).toBe(0);
    environment.pass(60 * MINUTE);
    expect(await plan()).toBe(1);
    environment.pass(20 * MINUTE);
    environment.stand(driver.uid, north(100));
    expect(await plan()).toBe(0);
  });

  it('uses straight lines when no route is known', async () => {
    map.hasRoads = false;
    const driver = await driverAt(north(1_000));
    const booking = await bookLater(20);
    await plan();
    expect(await planned()).toEqual({ [booking]: driver.uid });
  });

  it('reserves no driver who declined the booking', async () => {
    const driver = await driverAt(north(100));
    const booking = await bookLater(20);
    const other = await driverAt(north(2_000));
    await plan();
    expect(await planned()).toEqual({ [booking]: driver.uid });
    await environment.ask(booking, [driver, other]);
    await environment.call(driver, routes.declineBooking, booking);
    await plan();
    expect(await planned()).toEqual({ [booking]: other.uid });
  });
});

describe('a plan is made again at once', () => {
  const jobs = async (): Promise<number> => {
    const { rows } = await environment.database.pool.query(
      'select 1 from graphile_worker.jobs where task_identifier = $1',
      [PLAN_JOB],
    );
    return rows.length;
  };
  async function deliver(name: string, data: Record<string, unknown>, driver?: string): Promise<void> {
    const topics = driver === undefined ? [] : [`bookings:driver:${driver}`];
    for (const { events, name: subscriber, handle } of createDispatchModule(deps).subscribers ?? [])
      if (subscriber === 'dispatch.on-reservation-changed' && events.includes(name))
        await handle({ name, data, topics, id: 1, position: 1, at: environment.now() });
  }
  async function reserved() {
    const driver = await driverAt(PLAZA);
    const booking = await bookLater(20);
    await plan();
    return { driver, booking };
  }

  it('when a planned driver goes off duty or accepts another trip, or the booking is cancelled, once for many events', async () => {
    const { driver, booking } = await reserved();
    await deliver('driver.duty_changed', { uid: driver.uid, driverActiveStatus: false });
    await deliver('booking.changed', { booking_id: environment.carType.id, status: 'ACCEPTED' }, driver.uid);
    await deliver('booking.changed', { booking_id: booking, status: 'CANCELLED' });
    await deliver('settings.changed', {});
    expect(await jobs()).toBe(1);
  });

  it('and not for other drivers, other bookings and the offers of dispatch', async () => {
    const { booking } = await reserved();
    const other = await environment.addDriver();
    await deliver('driver.duty_changed', { uid: other.uid, driverActiveStatus: false });
    await deliver('booking.changed', { booking_id: environment.carType.id, status: 'ACCEPTED' }, other.uid);
    await deliver('booking.changed', { booking_id: booking, status: 'NEW', by: 'dispatch' });
    expect(await jobs()).toBe(0);
  });

  it('by the job, and every minute', async () => {
    const { booking } = await reserved();
    await environment.booking.cancelBySystem(booking, 'Of the test');
    const { jobs: handlers, schedules } = createDispatchModule(deps);
    await handlers?.[PLAN_JOB]?.({});
    expect(await planned()).toEqual({});
    expect(schedules?.[PLAN_JOB]).toBe('* * * * *');
  });

  it('a second later when another server stores its plan, without waiting for it', async () => {
    const { booking } = await reserved();
    await environment.booking.cancelBySystem(booking, 'Of the test');
    const planJob = createDispatchModule(deps).jobs?.[PLAN_JOB];
    await environment.withTx(async (tx) => {
      expect(await reservationsRepository(tx).lockPlan()).toBe(true);
      await planJob?.({});
    });
    expect(await jobs()).toBe(1);
    expect(Object.keys(await planned())).toEqual([booking]);
    await planJob?.({});
    expect(await planned()).toEqual({});
  });

  it('without a driver who went off duty or was blocked', async () => {
    const { driver, booking } = await reserved();
    const other = await driverAt(north(1_000));
    await environment.withTx((tx) => environment.fleet.takeOffDuty(tx, driver.uid));
    await plan();
    expect(await planned()).toEqual({ [booking]: other.uid });
    await environment.database.pool.query(
      "update users set approved = false, review = 'disabled' where uid = $1",
      [other.uid],
    );
    await plan();
    expect(await planned()).toEqual({});
  });

  it('without a driver whose hours on duty end before the time of the booking', async () => {
    const { driver, booking } = await reserved();
    const { rows } = await environment.database.pool.query('select tripdate from bookings where id = $1', [
      booking,
    ]);
    const end = (until: number) =>
      environment.database.pool.query('update drivers set duty_until = $2 where uid = $1', [
        driver.uid,
        until,
      ]);
    await end(rows[0].tripdate + 1);
    await plan();
    expect(await planned()).toEqual({ [booking]: driver.uid });
    await end(rows[0].tripdate);
    await plan();
    expect(await planned()).toEqual({});
  });

  it('when a planned driver is deleted, whose reservation is removed', async () => {
    const { driver } = await reserved();
    const other = await environment.addDriver();
    await environment.withTx((tx) => eraseDriverFromDispatch(tx, other.uid));
    expect(await jobs()).toBe(0);
    await environment.withTx((tx) => eraseDriverFromDispatch(tx, driver.uid));
    expect(await planned()).toEqual({});
    expect(await jobs()).toBe(1);
  });
});
