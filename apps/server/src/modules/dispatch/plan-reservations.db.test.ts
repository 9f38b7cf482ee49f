// Reservations over real bookings and drivers: who is planned, which offers they still get, and every way a plan ends.
import { routes } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createModuleServer } from '../../kit/testing/module-server.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createDispatchModule, eraseDriverFromDispatch } from './index.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createOfferBooking } from './offer-booking.ts';
import { createPlanReservations, PLAN_JOB } from './plan-reservations.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createRunBatch } from './run-batch.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';

const MINUTE = 60_000;
const settings: Settings = settingsSchema.parse({ driverRadius: 5 });
let environment: BookingEnvironment;
let deps: ReturnType<typeof dispatchOverBookings>;
let plan: ReturnType<typeof createPlanReservations>;
let offerBooking: ReturnType<typeof createOfferBooking>;
let roads: 'straight' | 'broken' = 'straight';

beforeAll(async () => {
  environment = await createBookingEnvironment(settings);
  deps = {
    // The roads of the test are straight lines at 36 km/h.
    ...dispatchOverBookings(environment, settings, expect.fail, async (starts, point) => {
      if (roads === 'broken') return starts.map(() => null);
      return starts.map((start) => ({
        distance_in_km: distanceKm(start, point),
        time_in_secs: distanceKm(start, point) * 100,
      }));
    }),
    settings: { get: async () => settings },
  };
  plan = createPlanReservations(deps);
  offerBooking = createOfferBooking(deps);
});
afterAll(() => environment.close());

beforeEach(async () => {
  roads = 'straight';
  Object.assign(settings, { dispatchPolicy: 'nearest', reserveAheadSeconds: 1800, autoDispatch: true });
  const { pool, asOwner } = environment.database;
  await pool.query(
    `update bookings set status = 'CANCELLED', cancelled_by = 'system', reason = 'Of another test' where status = 'NEW'`,
  );
  await asOwner.query('truncate dispatch_reservations; delete from graphile_worker._private_jobs');
  for (const { driver } of environment.fleet.live.all()) environment.fleet.live.remove(driver);
});

/** So many metres north of the plaza. */
const north = (metres: number): LatLng => ({ lat: PLAZA.lat + metres / 111_195, lng: PLAZA.lng });

async function driverAt(place: LatLng): Promise<Actor> {
  const driver = await environment.addDriver();
  environment.stand(driver.uid, place);
  return driver;
}

/** A later booking at the plaza, in so many minutes. */
const bookLater = async (inMinutes: number): Promise<string> =>
  environment.book(await environment.addRider(), {
    bookLater: true,
    tripdate: environment.now() + inMinutes * MINUTE,
  });

/** From the plaza to the park: with the way back to the plaza and the margin a driver needs 17 minutes for it. */
const bookNow = async (): Promise<string> => environment.book(await environment.addRider());

async function planned(): Promise<Record<string, string>> {
  const { rows } = await environment.database.pool.query<{ booking: string; driver: string }>(
    'select booking, driver from dispatch_reservations',
  );
  return Object.fromEntries(rows.map(({ booking, driver }) => [booking, driver]));
}

async function offersOf(booking: string): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{ driver: string }>(
    'select driver from booking_requests where booking = $1 and outcome is null and expires_at > $2',
    [booking, environment.now()],
  );
  return rows.map(({ driver }) => driver);
}

const gatesOf = async (booking: string): Promise<Record<string, string | null>> => {
  const last = (await dispatchRepository(deps.db).receipts(booking)).at(-1);
  return Object.fromEntries((last?.candidates ?? []).map(({ driver, gate }) => [driver, gate]));
};

/** The search of a booking under the policy, once. */
async function search(policy: Settings['dispatchPolicy'], booking: string): Promise<void> {
  settings.dispatchPolicy = policy;
  if (policy === 'batched') await createRunBatch(deps)();
  else await offerBooking(booking);
}

const accept = (driver: Actor, booking: string) => environment.call(driver, routes.acceptBooking, booking);

const policies = ['broadcast', 'nearest', 'batched'] as const;

describe('the plan', () => {
  it('has the nearest driver for a booking whose time is near, and none before', async () => {
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

  it('gives two bookings two drivers, and stays while no driver is clearly better', async () => {
    const near = await driverAt(north(200));
    const first = await bookLater(20);
    await plan();
    const nearer = await driverAt(north(100));
    const second = await bookLater(20);
    expect(await plan()).toBe(2);
    expect(await planned()).toEqual({ [first]: near.uid, [second]: nearer.uid });
    // As after a restart, or on another server.
    expect(await createPlanReservations(deps)()).toBe(2);
    expect(await planned()).toEqual({ [first]: near.uid, [second]: nearer.uid });
  });

  it('leaves bookings without a driver where there are more bookings than drivers, and ends without any', async () => {
    const driver = await driverAt(north(100));
    await bookLater(20);
    await bookLater(25);
    await bookLater(25);
    expect(await plan()).toBe(1);
    environment.fleet.live.remove(driver.uid);
    expect(await plan()).toBe(0);
    expect(await planned()).toEqual({});
  });

  it('is one plan when two servers plan at once', async () => {
    for (const metres of [100, 200, 300]) await driverAt(north(metres));
    for (let count = 0; count < 4; count += 1) await bookLater(20);
    let planning = 0;
    let atOnce = 0;
    const laterBookings: typeof deps.booking.laterBookings = async (...asked) => {
      planning += 1;
      atOnce = Math.max(atOnce, planning);
      const found = await deps.booking.laterBookings(...asked);
      planning -= 1;
      return found;
    };
    const servers = [1, 2, 3].map(() =>
      createPlanReservations({ ...deps, booking: { ...deps.booking, laterBookings } }),
    );
    const results = await Promise.all(servers.map((planOnce) => planOnce()));
    expect(results.filter((result) => result !== null)).toContain(3);
    expect(atOnce).toBe(1);
    expect(new Set(Object.values(await planned())).size).toBe(3);
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

  it('is by the straight line where no road is known', async () => {
    roads = 'broken';
    const driver = await driverAt(north(1_000));
    const booking = await bookLater(20);
    await plan();
    expect(await planned()).toEqual({ [booking]: driver.uid });
  });

  it('has no driver who declined the booking', async () => {
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

describe('a driver on a trip', () => {
  it('is planned when it ends in time, and not when it does not', async () => {
    const { driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, PARQUE);
    const booking = await bookLater(20);
    expect(await plan()).toBe(1);
    expect(await planned()).toEqual({ [booking]: driver.uid });
    // Seven hours by road from its end.
    environment.stand(driver.uid, { lat: PARQUE.lat + 2, lng: PARQUE.lng });
    expect(await plan()).toBe(0);
  });

  it('stays planned when the trip they accepted meanwhile ends in time, until it runs over', async () => {
    const driver = await driverAt(PLAZA);
    const booking = await bookLater(25);
    await plan();
    const other = await bookNow();
    await search('nearest', other);
    expect((await accept(driver, other)).status).toBe(200);
    expect(await plan()).toBe(1);
    expect(await planned()).toEqual({ [booking]: driver.uid });
    environment.stand(driver.uid, north(15_000));
    const spare = await driverAt(north(3_000));
    await plan();
    expect(await planned()).toEqual({ [booking]: spare.uid });
  });

  it.each(policies)('under %s gets no offer that would make them late, and reads why', async (policy) => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    const other = await bookNow();
    await search(policy, other);
    expect(await offersOf(other)).toEqual([]);
    expect(await gatesOf(other)).toEqual({ [driver.uid]: 'reserved' });
    // What the driver reads.
    await environment.database.pool.query('update dispatch_rounds set asked = 1 where booking = $1', [other]);
    const missed = await createListMissedRequests(deps)(driver.uid, 20);
    expect(missed.map(({ reason }) => reason)).toEqual(['reserved']);
    expect(await planned()).toEqual({ [later]: driver.uid });
  });

  it.each(policies)('under %s gets the offer of a trip that ends in time', async (policy) => {
    const driver = await driverAt(PLAZA);
    await bookLater(18);
    await plan();
    const other = await bookNow();
    await search(policy, other);
    expect(await offersOf(other)).toEqual([driver.uid]);
  });

  it.each(policies)(
    'under %s gets every offer while another driver could take the reservation',
    async (policy) => {
      const driver = await driverAt(PLAZA);
      await driverAt(north(2_000));
      await bookLater(16);
      await plan();
      const other = await bookNow();
      await search(policy, other);
      expect(await offersOf(other)).toContain(driver.uid);
    },
  );

  it('gets every offer once the reserved booking has a driver or was cancelled, before the next plan', async () => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    await environment.booking.cancelBySystem(later, 'Of the test');
    const other = await bookNow();
    await search('nearest', other);
    expect(await offersOf(other)).toEqual([driver.uid]);
  });

  it('gets no follow-on trip that would make them late with the rest of their current one', async () => {
    const { driver } = await environment.trip('STARTED');
    environment.pass(2 * MINUTE);
    // Free in 290 seconds; from then 13 minutes are enough for the trip back to the plaza, the margin included.
    environment.stand(driver.uid, { ...PARQUE, lat: PARQUE.lat - 2_300 / 111_195 });
    const later = await bookLater(16);
    await plan();
    expect(await planned()).toEqual({ [later]: driver.uid });
    const back = async () => {
      const rider = await environment.addRider();
      const places = { pickup: PARQUE, drop: PLAZA };
      return environment.book(rider, { ...places, estimate: await environment.estimate(rider, places) });
    };
    const late = await back();
    await search('nearest', late);
    expect(await offersOf(late)).toEqual([]);
    environment.stand(driver.uid, { ...PARQUE, lat: PARQUE.lat - 1_000 / 111_195 });
    const inTime = await back();
    await search('nearest', inTime);
    expect(await offersOf(inTime)).toEqual([driver.uid]);
  });

  it('may accept another trip while the plan is made, which the next plan replaces when it runs over', async () => {
    const driver = await driverAt(PLAZA);
    const booking = await bookLater(18);
    const other = await bookNow();
    await environment.ask(other, [driver]);
    const [accepted] = await Promise.all([accept(driver, other), plan()]);
    expect(accepted.status).toBe(200);
    const drivers = Object.values(await planned());
    // Planned before they accepted, or not at all.
    expect([[], [driver.uid]]).toContainEqual(drivers);
    environment.pass(5 * MINUTE);
    environment.stand(driver.uid, north(15_000));
    const { uid } = await driverAt(north(100));
    await plan();
    expect(await planned()).toEqual({ [booking]: uid });
  });
});

describe('the offers of a later booking', () => {
  it.each(policies)('under %s begin with the planned driver alone, in time for them', async (policy) => {
    const driver = await driverAt(north(3_000));
    const later = await bookLater(25);
    await plan();
    const near = await driverAt(north(200));
    // Their travel time of 5 minutes and the margin of 10 are not over yet.
    const searchAfter = async (minutes: number) => {
      environment.pass(minutes * MINUTE);
      environment.stand(driver.uid, north(3_000));
      environment.stand(near.uid, north(200));
      await search(policy, later);
      return offersOf(later);
    };
    expect(await searchAfter(9)).toEqual([]);
    expect(await searchAfter(3)).toEqual([driver.uid]);
    // They do not answer. The other one is 20 seconds away, and asked when that and the margin are left.
    await plan();
    expect(await planned()).toEqual({ [later]: near.uid });
    expect(await searchAfter(1)).toEqual([]);
    expect(await searchAfter(2)).toEqual([near.uid]);
  });

  it('leave their driver out of the other requests of the batch', async () => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    const spare = await driverAt(north(1_000));
    await plan();
    environment.pass(6 * MINUTE);
    environment.stand(driver.uid, PLAZA);
    environment.stand(spare.uid, north(1_000));
    const other = await bookNow();
    await search('batched', later);
    expect(await offersOf(later)).toEqual([driver.uid]);
    expect(await offersOf(other)).toEqual([spare.uid]);
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
        await handle({ name, data, topics, position: 1, at: environment.now() });
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

  it('a second later while another server plans, without waiting for it', async () => {
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

  it('when a planned driver is deleted, who has no reservation from then on', async () => {
    const { driver } = await reserved();
    const other = await environment.addDriver();
    await environment.withTx((tx) => eraseDriverFromDispatch(tx, other.uid));
    expect(await jobs()).toBe(0);
    await environment.withTx((tx) => eraseDriverFromDispatch(tx, driver.uid));
    expect(await planned()).toEqual({});
    expect(await jobs()).toBe(1);
  });
});

describe('the planned driver of a booking', () => {
  it('is what an admin reads until the booking has a driver, and no rider or driver', async () => {
    const driver = await driverAt(north(500));
    const booking = await bookLater(20);
    const admin = await environment.addAdmin();
    const server = await createModuleServer({
      database: environment.database,
      modules: [createDispatchModule({ ...deps, identity: environment.identity })],
      resolveSession: async (token) => [admin, driver].find(({ uid }) => uid === token) ?? null,
    });
    const read = async (as: Actor) => {
      const url = `/api/v1${routes.getDispatchReceipt.path.replace(':id', booking)}`;
      const response = await server.inject({ url, headers: { authorization: `Bearer ${as.uid}` } });
      return response.statusCode === 200 ? response.json().planned : response.statusCode;
    };
    try {
      expect(await read(admin)).toBeNull();
      await plan();
      const at = environment.now();
      expect(await read(admin)).toEqual({
        driver: driver.uid,
        name: expect.stringMatching(/^Ana Number/),
        arrivesAt: at + 50_000,
        plannedAt: at,
      });
      expect(await read(driver)).toBe(403);
      await environment.ask(booking, [driver]);
      await accept(driver, booking);
      expect(await read(admin)).toBeNull();
    } finally {
      await server.close();
    }
  });
});
