// Tests later bookings that a driver accepts before their search begins: what the driver may do meanwhile, how the trip
// begins, and how it returns to dispatch.
import { readFileSync } from 'node:fs';
import { type BookingView, type RouteDefinition, routes } from '@kerb/contract';
import { ASSUMED_ETA_SECS, LOOK_AHEAD_MS, latestSetOut } from '@kerb/domain/dispatch';
import { MS_PER_DAY, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Subscriber } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { CHECK_AHEAD_JOB, createCheckAhead, createSweepAhead } from './check-ahead.ts';
import { createDispatchModule } from './index.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';

const MIGRATION = new URL('../../../db/migrations/0161_booked_drivers_are_free.sql', import.meta.url);
const settings: Settings = settingsSchema.parse({ autoDispatch: false });
/** Seconds by road between any two places. */
const ETA_SECS = 600;
let roadSecs = ETA_SECS;
let environment: BookingEnvironment;
let deps: ReturnType<typeof dispatchOverBookings>;
let admin: Actor;
const warnings: string[] = [];
let checkAhead: ReturnType<typeof createCheckAhead>;
let onEvent: Subscriber;

beforeAll(async () => {
  environment = await createBookingEnvironment(settings);
  deps = dispatchOverBookings(
    environment,
    settings,
    (message) => warnings.push(message),
    async (starts) => starts.map(() => ({ distance_in_km: 5, time_in_secs: roadSecs })),
  );
  checkAhead = createCheckAhead(deps);
  onEvent = found(
    createDispatchModule(deps).subscribers?.find(({ name }) => name === 'dispatch.begin-ahead'),
  );
  admin = await environment.addAdmin();
});
beforeEach(() => {
  roadSecs = ETA_SECS;
});
afterAll(() => environment.close());

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is missing');
  return value;
}
const call = <Body>(actor: Actor, route: RouteDefinition, id: string) =>
  environment.call<Body>(actor, route, id);
const view = async (actor: Actor, id: string) => (await call<BookingView>(actor, routes.getBooking, id)).body;
const code = async (actor: Actor, route: RouteDefinition, id: string) => (await call(actor, route, id)).code;

/** Makes a booking for `inMs` from now that a driver on duty has accepted. */
async function accepted(inMs = 2 * MS_PER_DAY) {
  const tripdate = environment.now() + inMs;
  const trip = await environment.trip('ACCEPTED', { bookLater: true, tripdate });
  environment.stand(trip.driver.uid, PLAZA);
  return { ...trip, tripdate };
}

/** Makes another booking, for now unless `change` says otherwise, offers it to the driver, and lets them accept it. */
async function accept(driver: Actor, change: Record<string, unknown> = {}) {
  const rider = await environment.addRider();
  environment.stand(driver.uid, PLAZA);
  const id = await environment.book(rider, change);
  const offer = await environment.call(admin, routes.assignBooking, id, { driver: driver.uid });
  expect(offer.status).toBe(200);
  return { id, answer: await call<BookingView>(driver, routes.acceptBooking, id) };
}

async function finish(driver: Actor, id: string): Promise<void> {
  for (const route of [routes.arriveBooking, routes.startBooking])
    expect((await call(driver, route, id)).status).toBe(200);
  environment.pass(MS_PER_MINUTE);
  environment.stand(driver.uid, PARQUE);
  for (const route of [routes.reachBooking, routes.collectBooking])
    expect((await call(driver, route, id)).status).toBe(200);
}

async function jobsOf(id: string): Promise<number[]> {
  const { rows } = await environment.database.asOwner.query<{ at: string }>(
    `select extract(epoch from run_at) * 1000 as at from graphile_worker.jobs where key = $1`,
    [`${CHECK_AHEAD_JOB}:${id}`],
  );
  return rows.map(({ at }) => Math.round(Number(at)));
}

const handle = (name: string, data: object) =>
  onEvent.handle({ id: 1, position: 1, name, topics: [], data: { ...data }, at: environment.now() });
const goOffDuty = (driver: Actor) =>
  environment.database.pool.query(`update drivers set driver_active_status = false where uid = $1`, [
    driver.uid,
  ]);

describe('until its time', () => {
  it('the driver is free: the booking is theirs, and takes no step', async () => {
    const { id, driver, rider, tripdate } = await accepted();
    expect(await environment.queueOf(driver.uid)).toBe(false);
    expect(await view(rider, id)).toMatchObject({
      status: 'ACCEPTED',
      driver: driver.uid,
      acceptedAhead: true,
      followOn: null,
      cancelFeeFrom: null,
    });
    expect((await view(driver, id)).actions).toEqual(['give_back']);
    expect(await code(driver, routes.arriveBooking, id)).toBe('transition_not_allowed');
    const cancelled = await environment.call(driver, routes.cancelBooking, id, { reason: 'Plans' });
    expect(cancelled.code).toBe('forbidden');
    expect(await checkAhead(id)).toBe('waits');
    expect(await jobsOf(id)).toEqual([tripdate - LOOK_AHEAD_MS]);
  });

  it('the driver accepts and finishes other trips, and their other offers stay open', async () => {
    const { id, driver } = await accepted();
    const rider = await environment.addRider();
    const offered = await environment.book(rider);
    await environment.ask(offered, [driver]);
    expect(await environment.booking.closeOtherOffers(id)).toEqual([]);
    expect((await call(driver, routes.acceptBooking, offered)).status).toBe(200);
    expect(await environment.queueOf(driver.uid)).toBe(true);
    await finish(driver, offered);
    expect(await environment.queueOf(driver.uid)).toBe(false);
    expect(await environment.record(id)).toMatchObject({ status: 'ACCEPTED', set_out_at: null });
  });

  it('a driver on a trip accepts it', async () => {
    const { driver } = await environment.trip('STARTED');
    const { answer } = await accept(driver, { bookLater: true, tripdate: environment.now() + MS_PER_DAY });
    expect(answer).toMatchObject({ status: 200, body: { acceptedAhead: true } });
    expect(await environment.queueOf(driver.uid)).toBe(true);
  });

  it('the driver accepts another later booking only for another time', async () => {
    const { id, driver, tripdate } = await accepted();
    const { estimate_time_secs: secs } = await environment.record(id);
    const end = tripdate + secs * 1000;
    const near = { bookLater: true, tripdate: end + LOOK_AHEAD_MS - MS_PER_MINUTE };
    expect((await accept(driver, near)).answer).toMatchObject({ status: 409, code: 'driver_busy' });
    const after = { bookLater: true, tripdate: end + LOOK_AHEAD_MS + MS_PER_MINUTE };
    expect((await accept(driver, after)).answer.status).toBe(200);
  });

  it('of two bookings for the same time accepted at once, the driver gets one', async () => {
    const driver = await environment.addDriver();
    const tripdate = environment.now() + MS_PER_DAY;
    const ids: string[] = [];
    for (let made = 0; made < 2; made += 1) {
      const id = await environment.book(await environment.addRider(), { bookLater: true, tripdate });
      await environment.ask(id, [driver]);
      ids.push(id);
    }
    const answers = await Promise.all(ids.map((id) => call(driver, routes.acceptBooking, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a driver off duty, or with another car, cannot accept it', async () => {
    const later = { bookLater: true, tripdate: environment.now() + MS_PER_DAY };
    const offDuty = await environment.addDriver();
    await goOffDuty(offDuty);
    expect((await accept(offDuty, later)).answer.code).toBe('driver_not_eligible');
    const { driver, id } = await environment.trip('NEW', later);
    await environment.database.pool.query('update drivers set car_type = null where uid = $1', [driver.uid]);
    expect(await code(driver, routes.acceptBooking, id)).toBe('driver_not_eligible');
  });

  it('the driver gives it back, and it is searched for again', async () => {
    const { id, driver } = await accepted();
    const current = await accept(driver);
    expect((await call(driver, routes.giveBackBooking, id)).status).toBe(204);
    expect(await environment.record(id)).toMatchObject({
      status: 'NEW',
      driver: null,
      pickup_promised_at: null,
    });
    // The trip that the driver is on still occupies them.
    expect(await environment.queueOf(driver.uid)).toBe(true);
    expect((await environment.record(current.id)).status).toBe('ACCEPTED');
  });

  it('a cancellation by its rider leaves the driver on their other trip', async () => {
    const { id, driver, rider } = await accepted();
    await accept(driver);
    const { body } = await environment.call<BookingView>(rider, routes.cancelBooking, id, {
      reason: 'Plans',
    });
    expect(body).toMatchObject({ status: 'CANCELLED', cancellationFee: 0, acceptedAhead: false });
    expect(await environment.queueOf(driver.uid)).toBe(true);
  });
});

describe('at its time', () => {
  /** A booking accepted ahead whose search would begin now. */
  async function due() {
    const trip = await accepted();
    environment.pass(trip.tripdate - LOOK_AHEAD_MS - environment.now());
    return trip;
  }

  it('it becomes the driver’s current trip, once', async () => {
    const { id, driver, rider } = await due();
    const answers = await Promise.all([checkAhead(id), checkAhead(id)]);
    expect(answers.sort()).toEqual(['begun', 'over']);
    expect(await environment.queueOf(driver.uid)).toBe(true);
    expect(await view(rider, id)).toMatchObject({ status: 'ACCEPTED', acceptedAhead: false });
    expect(await environment.record(id)).toMatchObject({ set_out_at: environment.now() });
    await finish(driver, id);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  });

  it('it shows the plates of the car that the driver has now', async () => {
    const { id, driver } = await due();
    await environment.database.pool.query(`update drivers set vehicle_number = 'NEW 1' where uid = $1`, [
      driver.uid,
    ]);
    await checkAhead(id);
    expect((await environment.record(id)).vehicle_number).toBe('NEW 1');
  });

  it('it waits for the end of the driver’s trip, and begins then with the car that they have now', async () => {
    const trip = await accepted();
    environment.pass(trip.tripdate - LOOK_AHEAD_MS - MS_PER_MINUTE - environment.now());
    const current = await accept(trip.driver);
    environment.pass(MS_PER_MINUTE);
    expect(await checkAhead(trip.id)).toBe('waits');
    expect(await jobsOf(trip.id)).toEqual([environment.now() + MS_PER_MINUTE]);
    await finish(trip.driver, current.id);
    await environment.database.pool.query(`update drivers set vehicle_number = 'NEW 2' where uid = $1`, [
      trip.driver.uid,
    ]);
    await handle('booking.changed', { booking_id: current.id, status: 'PAID', from: 'REACHED' });
    expect(await environment.record(trip.id)).toMatchObject({
      set_out_at: environment.now(),
      vehicle_number: 'NEW 2',
    });
    expect(await environment.queueOf(trip.driver.uid)).toBe(true);
    expect(await checkAhead(trip.id)).toBe('over');
  });

  it.each([
    [
      'goes on duty',
      'driver.duty_changed',
      (driver: Actor) => ({ uid: driver.uid, driverActiveStatus: true }),
    ],
    ['gives another trip back', 'booking.given-back', (driver: Actor) => ({ driver: driver.uid })],
  ])('it begins when the driver %s', async (_, name, data) => {
    const { id, driver } = await due();
    await handle(name, data(driver));
    expect(await environment.record(id)).toMatchObject({ set_out_at: environment.now() });
  });

  it('an event of its acceptance schedules its begin', async () => {
    const { id, tripdate } = await accepted();
    await handle('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' });
    expect(await jobsOf(id)).toEqual([tripdate - LOOK_AHEAD_MS]);
  });

  it.each(['STARTED', 'ACCEPTED'] as const)(
    'it returns to dispatch as soon as the driver’s %s trip would end too late',
    async (status) => {
      const trip = await due();
      const { id: current } = await environment.trip(status);
      await environment.database.pool.query(`update bookings set driver = $1 where id = $2`, [
        trip.driver.uid,
        current,
      ]);
      environment.stand(trip.driver.uid, PLAZA);
      // 45 minutes are left: to the end of the trip, a minute there, and to the pickup.
      roadSecs = status === 'STARTED' ? 1200 : 600;
      expect(await checkAhead(trip.id)).toBe('waits');
      roadSecs = 1500;
      warnings.length = 0;
      expect(await checkAhead(trip.id)).toBe('given_back');
      expect(warnings).toHaveLength(1);
      expect(await environment.record(trip.id)).toMatchObject({ status: 'NEW', driver: null });
      expect((await environment.record(current)).status).toBe(status);
    },
  );

  it('it returns to dispatch when its driver is off duty until another one could hardly be in time', async () => {
    const trip = await due();
    await goOffDuty(trip.driver);
    // Near the pickup.
    roadSecs = 60;
    const latest = latestSetOut(trip.tripdate, ASSUMED_ETA_SECS);
    environment.pass(latest - 1 - environment.now());
    environment.stand(trip.driver.uid, PLAZA);
    expect(await checkAhead(trip.id)).toBe('waits');
    environment.pass(1);
    expect(await checkAhead(trip.id)).toBe('given_back');
  });

  it.each([
    ['is not approved any more', `update users set review = 'disabled', approved = false where uid = $1`],
    ['has expired documents', `update drivers set documents_valid_until = 1 where uid = $1`],
    ['has another car', `update drivers set car_type = null where uid = $1`],
    ['has a car that no admin has approved', `update drivers set vehicle_changed_at = 1 where uid = $1`],
  ])('it returns to dispatch when its driver %s', async (_, change) => {
    const { id, driver } = await due();
    await environment.database.pool.query(change, [driver.uid]);
    expect(await checkAhead(id)).toBe('given_back');
    expect(await environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
  });

  it.each([
    ['a limit of hours that is reached', 'given_back', { dutyHoursLimit: 1 }],
    ['a stored end that is too early', 'begun', { dutyHoursLimit: 12 }],
    ['a break that is due', 'begun', { dutyHoursLimit: 12, breakAfterHours: 1, breakMinutes: 15 }],
  ])('with %s before its time it is %s', async (_, result, limits) => {
    const { id, driver } = await due();
    environment.set(limits);
    await environment.database.pool.query('update drivers set duty_until = 1 where uid = $1', [driver.uid]);
    await environment.database.pool.query(
      'insert into duty_periods (uid, started_at, seen_at) values ($1, $2, $3)',
      [driver.uid, environment.now() - 40 * MS_PER_MINUTE, environment.now()],
    );
    expect(await checkAhead(id)).toBe(result);
    environment.set({ dutyHoursLimit: 0, breakAfterHours: 0 });
  });

  it('it waits for the driver of a shared vehicle, who takes it later', async () => {
    const { id, driver } = await due();
    await goOffDuty(driver);
    await environment.database.pool.query('update drivers set car_type = null where uid = $1', [driver.uid]);
    expect(await checkAhead(id)).toBe('waits');
  });

  it('it returns to dispatch when the driver’s follow-on trip would end too late', async () => {
    const trip = await due();
    const current = await environment.trip('STARTED');
    const next = await environment.trip('ACCEPTED');
    const { pool } = environment.database;
    await pool.query('update bookings set driver = $1 where id = $2', [trip.driver.uid, current.id]);
    await pool.query(
      `update bookings set driver = $1, follows = $2, pickup_promised_at = 1, pickup_expected_at = 1 where id = $3`,
      [trip.driver.uid, current.id, next.id],
    );
    environment.stand(trip.driver.uid, PLAZA);
    // To the end of the current trip, to the next pickup, and to this one; 45 minutes are left.
    roadSecs = 600;
    expect(await checkAhead(trip.id)).toBe('waits');
    roadSecs = 1000;
    expect(await checkAhead(trip.id)).toBe('given_back');
  });

  it('its driver accepts no other trip to follow the current one', async () => {
    const trip = await due();
    const current = await environment.trip('STARTED');
    await environment.database.pool.query('update bookings set driver = $1 where id = $2', [
      trip.driver.uid,
      current.id,
    ]);
    environment.stand(trip.driver.uid, PLAZA);
    const id = await environment.book(await environment.addRider());
    const followOns = new Map([
      [trip.driver.uid, { follows: current.id, pickup_at: environment.now() + 1000 }],
    ]);
    const round = { booking: id, ranked: [trip.driver.uid], wanted: 1, followOns };
    await environment.withTx((tx) =>
      environment.booking.offerRounds(tx, [round], { expiresAt: environment.now() + 10_000, maxOpen: 1 }),
    );
    environment.stand(trip.driver.uid, PLAZA);
    expect(await code(trip.driver, routes.acceptBooking, id)).toBe('driver_busy');
  });

  it('it does not wait for a driver who does not close a trip nearby until its time', async () => {
    const trip = await due();
    const current = await environment.trip('REACHED');
    await environment.database.pool.query('update bookings set driver = $1 where id = $2', [
      trip.driver.uid,
      current.id,
    ]);
    roadSecs = 60;
    environment.pass(latestSetOut(trip.tripdate, ASSUMED_ETA_SECS) - 1 - environment.now());
    environment.stand(trip.driver.uid, PLAZA);
    expect(await checkAhead(trip.id)).toBe('waits');
    environment.pass(1);
    expect(await checkAhead(trip.id)).toBe('given_back');
  });

  it('a start of the server schedules the checks that are due soon again', async () => {
    const { id } = await due();
    const far = await accepted();
    await environment.database.asOwner.query(`delete from graphile_worker._private_jobs`);
    await createSweepAhead(deps)();
    expect(await jobsOf(id)).toEqual([environment.now()]);
    expect(await jobsOf(far.id)).toEqual([]);
  });

  it('cancelling is free, and no fee is announced, while its driver is on another trip', async () => {
    const trip = await due();
    await accept(trip.driver);
    expect(await view(trip.rider, trip.id)).toMatchObject({ acceptedAhead: true, cancelFeeFrom: null });
  });

  it('a late report of its arrival is not before the end of the trip before it', async () => {
    const trip = await accepted();
    environment.pass(trip.tripdate - LOOK_AHEAD_MS - MS_PER_MINUTE - environment.now());
    const current = await accept(trip.driver);
    await finish(trip.driver, current.id);
    const ended = environment.now();
    environment.pass(MS_PER_MINUTE);
    expect(await checkAhead(trip.id)).toBe('begun');
    environment.stand(trip.driver.uid, PLAZA);
    const body = { location: PLAZA, at: ended - MS_PER_MINUTE };
    await environment.call(trip.driver, routes.arriveBooking, trip.id, body);
    expect((await environment.record(trip.id)).driver_arrive_time).toBe(ended);
  });
});

it('the bookings that a driver accepted ahead return to dispatch together, and not their current trip', async () => {
  const { id, driver } = await accepted();
  const current = await accept(driver);
  await environment.withTx((tx) => environment.booking.giveBackAheadOf(tx, driver.uid));
  expect(await environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
  expect((await environment.record(current.id)).status).toBe('ACCEPTED');
  expect(await environment.queueOf(driver.uid)).toBe(true);
});

it('an upgrade frees the drivers of later bookings that were accepted before, and of no others', async () => {
  const { id, driver, tripdate } = await accepted();
  const { id: current, driver: other } = await environment.trip('ACCEPTED');
  const { pool, asOwner } = environment.database;
  await pool.query('update bookings set pickup_promised_at = null where id = $1', [id]);
  await pool.query('update drivers set queue = true where uid = $1', [driver.uid]);
  // The migration uses the database's clock.
  await pool.query(`update bookings set dispatch_at = 9e12 where id = $1`, [id]);
  await asOwner.query(readFileSync(MIGRATION, 'utf8'));
  expect(await environment.record(id)).toMatchObject({ pickup_promised_at: tripdate });
  expect((await environment.record(current)).pickup_promised_at).toBeNull();
  expect([await environment.queueOf(driver.uid), await environment.queueOf(other.uid)]).toEqual([
    false,
    true,
  ]);
});
