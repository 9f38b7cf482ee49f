// Tests follow-on trips over real bookings and drivers: the offer during a trip, the promised pickup, and every way it
// can end.
import {
  type BookingView,
  type RouteAnswer,
  type RouteDefinition,
  type Routes,
  routes,
  type Task,
} from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { createCheckFollowOn, createSweepFollowOns } from './check-follow-on.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createDispatchModule } from './index.ts';
import { createFindCandidates } from './rank-candidates.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';
import { createSearchServer } from './testing/search-server.ts';

/** The roads of the test are straight lines at 36 km/h. */
const secsBetween = (start: LatLng, end: LatLng): number => distanceKm(start, end) * 100;

const settings: Settings = settingsSchema.parse({ dispatchPolicy: 'nearest', driverRadius: 5 });
let environment: BookingEnvironment;
let deps: ReturnType<typeof dispatchOverBookings>;
let searchOnce: ReturnType<typeof createSearchOnce>;
let checkFollowOn: ReturnType<typeof createCheckFollowOn>;
let roads: 'straight' | 'broken' = 'straight';

beforeAll(async () => {
  environment = await createBookingEnvironment(settings, {
    search: () => ({ candidates: (id) => createFindCandidates(deps)(id) }),
  });
  const current = { get: async () => settings };
  deps = {
    ...dispatchOverBookings(environment, settings, expect.fail, async (starts, point) => {
      if (roads === 'broken') return starts.map(() => null);
      return starts.map((start) => ({
        distance_in_km: distanceKm(start, point),
        time_in_secs: secsBetween(start, point),
      }));
    }),
    settings: current,
  };
  searchOnce = createSearchOnce(deps);
  checkFollowOn = createCheckFollowOn(deps);
});
afterAll(() => environment.close());

beforeEach(async () => {
  roads = 'straight';
  Object.assign(settings, { dispatchPolicy: 'nearest', followOnSeconds: 300 });
  environment.set({ followOnSeconds: 300 });
  await environment.database.pool.query(
    `update bookings set status = 'CANCELLED', cancelled_by = 'system', reason = 'Of another test' where status = 'NEW'`,
  );
  loseSightOfAll();
});

/** Removes all positions, because drivers without a position are not candidates. */
function loseSightOfAll(): void {
  for (const { driver } of environment.fleet.live.all()) environment.fleet.live.remove(driver);
}

/** 300 m from the end of the current trip. */
const NEAR_PARQUE = { ...PARQUE, lat: PARQUE.lat + 0.0027, add: 'Avenida Uruguay 400' };
const THERE = { pickup: NEAR_PARQUE, drop: PLAZA };

async function offersOf(booking: string) {
  const { rows } = await environment.database.pool.query<{
    driver: string;
    outcome: string | null;
    follows: string | null;
    pickup_at: number | null;
  }>('select driver, outcome, follows, pickup_at from booking_requests where booking = $1 order by driver', [
    booking,
  ]);
  return rows;
}

/** Makes a driver on a trip, about a minute by road before its end, and a booking near that end. */
async function setUp() {
  loseSightOfAll();
  const current = await environment.trip('STARTED');
  environment.pass(120_000);
  environment.stand(current.driver.uid, { ...PARQUE, lat: PARQUE.lat + 0.005 });
  const rider = await environment.addRider();
  const body = { ...THERE, estimate: await environment.estimate(rider, THERE) };
  const next = await environment.book(rider, body);
  return { current, driver: current.driver, rider, next };
}

async function accepted() {
  const found = await setUp();
  expect(await searchOnce(found.next)).toBe('offered');
  const { status } = await environment.call(found.driver, routes.acceptBooking, found.next);
  expect(status).toBe(200);
  return found;
}

async function events(name: string, booking: string): Promise<number> {
  const { rows } = await environment.database.pool.query<{ count: number }>(
    `select count(*)::int as count from outbox_events where name = $1 and data ->> 'booking_id' = $2`,
    [name, booking],
  );
  return rows[0]?.count ?? 0;
}

const finish = async ({ id, driver }: { id: string; driver: Actor }) => {
  environment.stand(driver.uid, PARQUE);
  for (const route of [routes.reachBooking, routes.collectBooking]) {
    const { status } = await environment.call(driver, route, id);
    expect(status).toBe(200);
  }
};

describe('the offer', () => {
  it('is searched among the trips due last when there are too many', async () => {
    const forgotten = await environment.trip('STARTED');
    environment.pass(20 * 60_000);
    const recent = await environment.trip('STARTED');
    const { car_type } = await environment.record(recent.id);
    const before = environment.now() + 3_600_000;
    expect((await deps.booking.endingTrips(car_type, before, 1)).map(({ id }) => id)).toEqual([recent.id]);
    const ids = (await deps.booking.endingTrips(car_type, before, 10_000)).map(({ id }) => id);
    expect(ids).toContain(forgotten.id);
  });

  it('goes to the driver who finishes nearby before a free driver who is farther away', async () => {
    const { current, driver, next } = await setUp();
    const free = await environment.addDriver();
    environment.stand(free.uid, PLAZA);
    expect(await searchOnce(next)).toBe('offered');
    const untilFree = Math.round(secsBetween({ ...PARQUE, lat: PARQUE.lat + 0.005 }, PARQUE) + 60);
    const eta = untilFree + Math.round(secsBetween(PARQUE, NEAR_PARQUE));
    expect(await offersOf(next)).toEqual([
      { driver: driver.uid, outcome: null, follows: current.id, pickup_at: environment.now() + eta * 1000 },
    ]);
    const [round] = await dispatchRepository(environment.database.queries).receipts(next);
    expect(round?.candidates).toMatchObject([
      { driver: driver.uid, asked: true, gate: null, eta_secs: eta, free_in_secs: untilFree },
      { driver: free.uid, asked: false, gate: null, free_in_secs: null },
    ]);
  });

  it('is a task marked as follow-on, with the route from the end of the current trip', async () => {
    const { driver, next } = await setUp();
    await searchOnce(next);
    const [task] = await environment.booking.tasksOf(driver.uid);
    expect(task?.task).toMatchObject({ booking: next, afterTrip: true } satisfies Partial<Task>);
  });

  it('is planned by batches too', async () => {
    settings.dispatchPolicy = 'batched';
    const { current, driver, next } = await setUp();
    await createSearchServer(deps)();
    expect(await offersOf(next)).toMatchObject([{ driver: driver.uid, follows: current.id }]);
  });

  it.each([
    ['the trip ends too late', { followOnSeconds: 60 }, 'straight'],
    ['follow-on trips are off', { followOnSeconds: 0 }, 'straight'],
    ['the travel time is unknown', {}, 'broken'],
  ] as const)('is not made when %s', async (_, change, how) => {
    const { next } = await setUp();
    roads = how;
    Object.assign(settings, change);
    expect(await searchOnce(next)).toBe('no_candidates');
    expect(await offersOf(next)).toEqual([]);
  });

  it.each([
    ['before the current trip ends', 0, 'no_candidates'],
    ['after it', 1, 'offered'],
  ] as const)(
    'of a driver whose hours on duty end %s, %d ms later, ends as %s',
    async (_, after, outcome) => {
      const { driver, next } = await setUp();
      const untilFree = Math.round(secsBetween({ ...PARQUE, lat: PARQUE.lat + 0.005 }, PARQUE) + 60);
      await environment.database.pool.query('update drivers set duty_until = $2 where uid = $1', [
        driver.uid,
        environment.now() + untilFree * 1000 + after,
      ]);
      expect(await searchOnce(next)).toBe(outcome);
    },
  );

  it('is not made to a driver with a follow-on trip, nor again to one who returned it', async () => {
    const { driver, next } = await setUp();
    const rider = await environment.addRider();
    const third = await environment.book(rider, {
      ...THERE,
      estimate: await environment.estimate(rider, THERE),
    });
    await searchOnce(next);
    expect((await environment.call(driver, routes.acceptBooking, next)).status).toBe(200);
    expect(await searchOnce(third)).toBe('no_candidates');
    await environment.call(driver, routes.giveBackBooking, next);
    expect(await searchOnce(next)).toBe('no_candidates');
    expect(await offersOf(next)).toMatchObject([{ driver: driver.uid, outcome: 'declined' }]);
  });

  it.each([
    [300, 'NEW'],
    [0, 'CANCELLED'],
  ])(
    'can still be made within %d s after the only other driver declines: the booking is %s',
    async (followOnSeconds, status) => {
      settings.followOnSeconds = followOnSeconds;
      const { next } = await setUp();
      const free = await environment.addDriver();
      environment.stand(free.uid, PLAZA);
      await environment.ask(next, [free]);
      await environment.call(free, routes.declineBooking, next);
      expect((await environment.record(next)).status).toBe(status);
    },
  );

  it('allows a booking while no driver is free', async () => {
    const { driver } = await setUp();
    const rider = await environment.addRider();
    const body = await environment.request(rider, {
      ...THERE,
      estimate: await environment.estimate(rider, THERE),
    });
    environment.fleet.live.remove(driver.uid);
    const refused = await environment.call(rider, routes.createBooking, null, body);
    expect(refused.code).toBe('no_driver_found_alert_messege');
    environment.stand(driver.uid, PARQUE);
    expect((await environment.call(rider, routes.createBooking, null, body)).status).toBe(201);
  });

  it('is announced to a rider before they book, without showing the busy car', async () => {
    const near = async (lat: number) =>
      (
        await environment.call<RouteAnswer<Routes['nearbyDrivers']>>(
          null,
          routes.nearbyDrivers,
          null,
          undefined,
          `?lat=${lat}&lng=${NEAR_PARQUE.lng}`,
        )
      ).body;
    const { driver } = await setUp();
    const type = { carType: environment.carType.id, count: 0, nearest_in_secs: null };
    expect(await near(NEAR_PARQUE.lat)).toEqual({
      carTypes: [{ ...type, finishing_nearby: true }],
      cars: [],
    });
    // With follow-on trips off, an overdue trip does not count either.
    environment.pass(1_800_000);
    environment.stand(driver.uid, PARQUE);
    environment.set({ followOnSeconds: 0 });
    // Another point, because the result is cached.
    expect(await near(NEAR_PARQUE.lat + 0.001)).toMatchObject({ carTypes: [{ finishing_nearby: false }] });
  });
});

describe('an accepted follow-on trip', () => {
  it('becomes the current trip when the current trip ends', async () => {
    const { current, driver, rider, next } = await accepted();
    const { body: seen } = await environment.call<BookingView>(rider, routes.getBooking, next);
    const [offer] = await offersOf(next);
    expect(seen).toMatchObject({
      status: 'ACCEPTED',
      driver: driver.uid,
      followOn: { pickupAt: offer?.pickup_at },
    });
    const { body: own } = await environment.call<BookingView>(driver, routes.getBooking, next);
    expect(own.actions).toEqual(['give_back']);
    expect((await environment.booking.activeTripOf(driver.uid))?.id).toBe(current.id);
    const early = await environment.call(driver, routes.arriveBooking, next);
    expect(early.code).toBe('transition_not_allowed');
    environment.pass(60_000);
    await finish(current);
    expect(await environment.queueOf(driver.uid)).toBe(true);
    expect((await environment.booking.activeTripOf(driver.uid))?.id).toBe(next);
    expect(await environment.record(next)).toMatchObject({ follows: null, set_out_at: environment.now() });
    expect(await events('booking.set-out', next)).toBe(1);
    const { status } = await environment.call(driver, routes.arriveBooking, next);
    expect(status).toBe(200);
    expect(await checkFollowOn(next)).toBe('over');
  });

  it('copies the car and the fleet that the driver has when it begins', async () => {
    const { current, driver, next } = await accepted();
    const fleetadmin = (await environment.addFleetAdmin()).uid;
    await environment.database.pool.query(
      `update drivers set vehicle_number = 'SAB 9999', vehicle_make = 'Kia', vehicle_model = 'Rio', fleetadmin = $2
       where uid = $1`,
      [driver.uid, fleetadmin],
    );
    environment.pass(60_000);
    await finish(current);
    expect(await environment.record(next)).toMatchObject({
      vehicle_number: 'SAB 9999',
      vehicle_description: 'Kia Rio',
      fleetadmin,
    });
  });

  it('is reached at the earliest when the trip before ended, also when both steps are reported late', async () => {
    const { current, driver, next } = await accepted();
    const acceptedAt = environment.now();
    const at = (minutes: number) => acceptedAt + minutes * 60_000;
    environment.pass(20 * 60_000);
    const report = (id: string, route: RouteDefinition, minutes: number) =>
      environment.call<BookingView>(driver, route, id, { location: NEAR_PARQUE, at: at(minutes) });
    await report(current.id, routes.reachBooking, 5);
    await report(current.id, routes.collectBooking, 6);
    const arrived = await report(next, routes.arriveBooking, 3);
    expect(arrived.body.driver_arrive_time).toBe(at(5));
    const started = await report(next, routes.startBooking, 4);
    expect(started.body.trip_start_time).toBe(at(5));
  });

  it('is reached at the earliest when the trip before ended, also one accepted before other trips', async () => {
    const { pool } = environment.database;
    const other = await environment.trip('PAID');
    const { current, driver, next } = await accepted();
    const acceptedAt = environment.now();
    await pool.query('update bookings set driver_accept_time = $2 where id = $1', [
      current.id,
      acceptedAt - 3 * 24 * 3_600_000,
    ]);
    await pool.query(
      'update bookings set driver = $2, driver_accept_time = $3, trip_end_time = $3 where id = $1',
      [other.id, driver.uid, acceptedAt - 24 * 3_600_000],
    );
    environment.pass(20 * 60_000);
    const report = (id: string, route: RouteDefinition, minutes: number) =>
      environment.call<BookingView>(driver, route, id, {
        location: NEAR_PARQUE,
        at: acceptedAt + minutes * 60_000,
      });
    await report(current.id, routes.reachBooking, 5);
    await report(current.id, routes.collectBooking, 6);
    const arrived = await report(next, routes.arriveBooking, 3);
    expect(arrived.body.driver_arrive_time).toBe(acceptedAt + 5 * 60_000);
  });

  it('stores the reported arrival after the end of the trip before', async () => {
    const { current, driver, next } = await accepted();
    const acceptedAt = environment.now();
    environment.pass(20 * 60_000);
    const reported = { location: NEAR_PARQUE, at: acceptedAt + 5 * 60_000 };
    await environment.call(driver, routes.reachBooking, current.id, reported);
    await environment.call(driver, routes.collectBooking, current.id, reported);
    const arrival = { ...reported, at: acceptedAt + 9 * 60_000 };
    const { body } = await environment.call<BookingView>(driver, routes.arriveBooking, next, arrival);
    expect(body.driver_arrive_time).toBe(arrival.at);
  });

  it('begins at once when it is accepted after the trip has ended', async () => {
    const { current, driver, next } = await setUp();
    await searchOnce(next);
    await finish(current);
    const { body } = await environment.call<BookingView>(driver, routes.acceptBooking, next);
    expect(body).toMatchObject({ status: 'ACCEPTED', followOn: null });
  });

  it('begins when it is accepted while the current trip ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { current, driver, next } = await setUp();
      await searchOnce(next);
      environment.stand(driver.uid, PARQUE);
      await environment.call(driver, routes.reachBooking, current.id);
      await Promise.all([
        environment.call(driver, routes.collectBooking, current.id),
        environment.call(driver, routes.acceptBooking, next),
      ]);
      expect(await environment.record(current.id)).toMatchObject({ status: 'PAID' });
      expect(await environment.record(next)).toMatchObject({ status: 'ACCEPTED', follows: null });
      expect(await environment.queueOf(driver.uid)).toBe(true);
      await environment.call(driver, routes.cancelBooking, next, { reason: 'The car broke down' });
    }
  });

  it('is the only one when the driver accepts two concurrently', async () => {
    const { driver, next } = await setUp();
    const rider = await environment.addRider();
    const other = await environment.book(rider, {
      ...THERE,
      estimate: await environment.estimate(rider, THERE),
    });
    const current = await environment.booking.activeTripOf(driver.uid);
    const followOns = new Map([
      [driver.uid, { follows: current?.id ?? '', pickup_at: environment.now() + 60_000 }],
    ]);
    for (const id of [next, other])
      await environment.withTx((tx) =>
        environment.booking.offerRounds(tx, [{ booking: id, ranked: [driver.uid], wanted: 1, followOns }], {
          maxOpen: 3,
          expiresAt: environment.now() + 30_000,
        }),
      );
    const answers = await Promise.all(
      [next, other].map((id) => environment.call(driver, routes.acceptBooking, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('driver_busy');
  });

  it('can be cancelled by its rider without a fee, while the driver stays on the current trip', async () => {
    const { current, driver, rider, next } = await accepted();
    environment.pass(15 * 60_000);
    const { body } = await environment.call<BookingView>(rider, routes.cancelBooking, next, {
      reason: 'Late',
    });
    expect(body).toMatchObject({ status: 'CANCELLED', cancellationFee: 0 });
    expect(await environment.queueOf(driver.uid)).toBe(true);
    await finish(current);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  });

  it('has a cancellation fee by the time since the current trip ended', async () => {
    const { current, rider, next } = await accepted();
    environment.pass(15 * 60_000);
    await finish(current);
    environment.pass(3 * 60_000);
    const { body } = await environment.call<BookingView>(rider, routes.cancelBooking, next, {
      reason: 'Late',
    });
    expect(body).toMatchObject({ status: 'CANCELLED', cancellationFee: 60 });
  });
});

describe('a follow-on trip returned to dispatch', () => {
  it('by the driver is dispatched again, and not offered to the same driver', async () => {
    const { driver, rider, next } = await accepted();
    const other = await environment.addDriver();
    environment.stand(other.uid, PLAZA);
    const { status } = await environment.call(driver, routes.giveBackBooking, next);
    expect(status).toBe(204);
    expect(await environment.record(next)).toMatchObject({ status: 'NEW', driver: null, follows: null });
    expect(await events('booking.given-back', next)).toBe(1);
    expect((await environment.call(driver, routes.getBooking, next)).status).toBe(404);
    expect((await environment.call(rider, routes.getBooking, next)).status).toBe(200);
    expect(await searchOnce(next)).toBe('offered');
    expect(await offersOf(next)).toContainEqual(
      expect.objectContaining({ driver: other.uid, outcome: null }),
    );
    expect((await environment.call(driver, routes.giveBackBooking, next)).status).toBe(404);
  });

  it('gets a full search time, for any time that the rider has waited', async () => {
    const { driver, next } = await accepted();
    environment.pass(20 * 60_000);
    environment.stand(driver.uid, PARQUE);
    await environment.call(driver, routes.giveBackBooking, next);
    expect(await searchOnce(next)).toBe('no_candidates');
    environment.pass(9 * 60_000);
    expect(await searchOnce(next)).toBe('no_candidates');
    environment.pass(2 * 60_000);
    expect(await searchOnce(next)).toBe('timed_out');
  });

  it('is returned when the current trip runs late beyond the tolerance', async () => {
    const { driver, next } = await accepted();
    expect(await checkFollowOn(next)).toBe('waits');
    const { pickup_promised_at } = await environment.record(next);
    // The driver has turned back, so the route to the end of the trip is four minutes longer.
    environment.stand(driver.uid, { ...PARQUE, lat: PARQUE.lat + 0.0266 });
    expect(await checkFollowOn(next)).toBe('waits');
    const later = await environment.record(next);
    expect(later.pickup_promised_at).toBe(pickup_promised_at);
    expect(later.pickup_expected_at).toBeGreaterThan((pickup_promised_at ?? 0) + 200_000);
    environment.pass(120_000);
    expect(await checkFollowOn(next)).toBe('given_back');
    expect(await environment.record(next)).toMatchObject({ status: 'NEW', driver: null });
    expect(await offersOf(next)).toMatchObject([{ driver: driver.uid, outcome: 'late' }]);
    expect(await environment.booking.declinedBy(next)).toEqual([]);
  });

  it('is returned when the driver has no position and the tolerance is over', async () => {
    const { driver, next } = await accepted();
    environment.fleet.live.remove(driver.uid);
    environment.pass(60_000);
    expect(await checkFollowOn(next)).toBe('waits');
    environment.pass(15 * 60_000);
    expect(await checkFollowOn(next)).toBe('given_back');
  });

  it.each([
    ['a document has expired', 'update drivers set documents_valid_until = 1'],
    ['the vehicle waits for approval', 'update drivers set vehicle_changed_at = 1'],
    ['the car has another type', 'update drivers set car_type = null'],
    ['the driver is not approved any more', `update users set approved = false, review = 'waiting'`],
  ])('is returned when %s', async (_, change) => {
    const { driver, next } = await accepted();
    expect(await checkFollowOn(next)).toBe('waits');
    await environment.database.pool.query(`${change} where uid = $1`, [driver.uid]);
    expect(await checkFollowOn(next)).toBe('given_back');
    expect(await environment.record(next)).toMatchObject({ status: 'NEW', driver: null });
  });

  it('is not returned when the clock was set back', async () => {
    const { next } = await accepted();
    environment.pass(-3_600_000);
    expect(await checkFollowOn(next)).toBe('waits');
    environment.pass(3_600_000);
  });

  it('is returned when the driver goes off duty, or an alert is raised on the current trip', async () => {
    const { subscribers = [] } = createDispatchModule(deps);
    const deliver = async (name: string, data: object) => {
      for (const { events: subscribed, handle } of subscribers)
        if (subscribed.includes(name))
          await handle({ name, data: { ...data }, topics: [], id: 1, position: 1, at: 0 });
    };
    const first = await accepted();
    await deliver('driver.duty_changed', { uid: first.driver.uid, driverActiveStatus: true });
    await deliver('alert.raised', { booking_id: first.current.id, kind: 'standstill' });
    expect((await environment.record(first.next)).status).toBe('ACCEPTED');
    // The alert is about an earlier driver of the trip.
    const earlier = { kind: 'panic', driver: (await environment.addDriver()).uid };
    await deliver('alert.raised', { booking_id: first.current.id, ...earlier });
    expect((await environment.record(first.next)).status).toBe('ACCEPTED');
    await deliver('alert.raised', { booking_id: first.current.id, kind: 'panic' });
    expect((await environment.record(first.next)).status).toBe('NEW');
    await environment.booking.cancelBySystem(first.next, 'It would get the next driver');
    const second = await accepted();
    await deliver('driver.duty_changed', { uid: second.driver.uid, driverActiveStatus: false });
    expect((await environment.record(second.next)).status).toBe('NEW');
  });
});

it('schedules the check of every follow-on trip when the server starts', async () => {
  const { next } = await accepted();
  await environment.database.asOwner.query('delete from graphile_worker._private_jobs');
  await createSweepFollowOns({ ...deps })();
  const { rows } = await environment.database.pool.query<{ key: string }>(
    'select key from graphile_worker.jobs',
  );
  expect(rows).toContainEqual({ key: `dispatch.check-follow-on:${next}` });
});

it('the database rejects a second current trip, a second follow-on trip, and one that has begun', async () => {
  const { current, driver, next } = await accepted();
  const { id: other } = await environment.trip('ACCEPTED');
  const change = (set: string, id: string) =>
    environment.database.pool.query(`update bookings set ${set} where id = $1`, [id]);
  await expect(change(`driver = '${driver.uid}'`, other)).rejects.toThrow(
    'bookings_one_current_trip_per_driver',
  );
  await expect(change('follows = null, set_out_at = 1', next)).rejects.toThrow(
    'bookings_one_current_trip_per_driver',
  );
  const promised = 'pickup_promised_at = 1, pickup_expected_at = 1';
  await expect(change(`follows = '${current.id}', ${promised}`, other)).rejects.toThrow(
    'bookings_one_follow_on_per_trip',
  );
  await expect(change(`driver = '${driver.uid}', follows = '${other}', ${promised}`, other)).rejects.toThrow(
    'bookings_',
  );
  await expect(change(`status = 'ARRIVED'`, next)).rejects.toThrow('bookings_follow_on');
});
