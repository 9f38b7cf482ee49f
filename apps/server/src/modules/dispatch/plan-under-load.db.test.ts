// Tests the planner of reserved drivers while bookings are made, cancelled, offered and accepted, and drivers erased,
// concurrently.
import { routes } from '@kerb/contract';
import { seededRandom } from '@kerb/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createDispatchModule, eraseDriverFromDispatch } from './index.ts';
import { createPlanReservations } from './plan-reservations.ts';
import { createReservationCity, MINUTE, north } from './testing/reservation-city.ts';

const city = await createReservationCity();
afterAll(() => city.environment.close());
beforeEach(city.reset);
const { environment, deps, bookLater, planned } = city;
const { pool } = environment.database;

const DRIVERS = 16;
const STEPS = 12;

const rows = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>(statement, values)).rows;

const openLater = async (): Promise<string[]> =>
  (await rows<{ id: string }>(`select id from bookings where book_later and status = 'NEW' order by id`)).map(
    ({ id }) => id,
  );

/** Drivers with two open offers or two trips, and bookings with two drivers. */
const doubled = () =>
  rows(
    `select driver::text as what from booking_requests where outcome is null and expires_at > $1
       group by driver having count(*) > 1
     union all select driver::text from bookings where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
       and (pickup_promised_at is null or set_out_at is not null) group by driver having count(*) > 1`,
    [environment.now()],
  );

async function acceptSome(drivers: ReadonlyMap<string, Actor>, random: () => number): Promise<void> {
  const offers = await rows<{ booking: string; driver: string }>(
    'select booking, driver from booking_requests where outcome is null and expires_at > $1',
    [environment.now()],
  );
  await Promise.all(
    offers.map(async ({ booking, driver }) => {
      const actor = drivers.get(driver);
      const route = random() < 0.5 ? routes.acceptBooking : routes.declineBooking;
      if (actor) await environment.call(actor, route, booking, {});
    }),
  );
}

it('neither deadlocks nor reserves a driver twice, and the last plan is correct', async () => {
  const random = seededRandom(84);
  city.settings.dispatchPolicy = 'batched';
  const drivers = new Map<string, Actor>();
  for (const driver of await environment.addDrivers(DRIVERS)) drivers.set(driver.uid, driver);
  const stand = () => {
    for (const [index, uid] of [...drivers.keys()].entries()) environment.stand(uid, north(300 * index));
  };
  const servers = [createDispatchModule(deps), createDispatchModule(deps), createDispatchModule(deps)];
  const planners = Array.from({ length: 6 }, () => createPlanReservations(deps));
  for (let count = 0; count < 6; count += 1) await bookLater(16 + count);
  let plans = 0;
  for (let step = 0; step < STEPS; step += 1) {
    stand();
    const [first] = await openLater();
    const riders = [await environment.addRider(), await environment.addRider()] as const;
    const tripdate = environment.now() + (16 + step) * MINUTE;
    const erased = [...drivers.keys()].at(-1) ?? '';
    const made = await Promise.all([
      ...planners.map((plan) => plan()),
      ...servers.map(async ({ api }) => void (await api.runSearch())),
      acceptSome(drivers, random).then(() => null),
      environment.book(riders[0], { bookLater: true, tripdate }).then(() => null),
      environment.book(riders[1]).then(() => null),
      first === undefined ? null : environment.booking.cancelBySystem(first, 'Of the test').then(() => null),
      environment.withTx((tx) => eraseDriverFromDispatch(tx, erased)).then(() => null),
    ]);
    plans += made.filter((one) => typeof one === 'number').length;
    expect(await doubled()).toEqual([]);
    const reserved = Object.values(await planned());
    expect(new Set(reserved).size).toBe(reserved.length);
    environment.pass(10_000);
  }
  // Calls that find another plan under way do nothing.
  expect(plans).toBeGreaterThanOrEqual(STEPS);
  expect((await rows(`select from bookings where status = 'ACCEPTED'`)).length).toBeGreaterThan(3);

  stand();
  await Promise.all(planners.map((plan) => plan()));
  const last = await planned();
  const open = await openLater();
  expect(Object.keys(last).every((booking) => open.includes(booking))).toBe(true);
  expect(Object.keys(last).length).toBeGreaterThan(0);
}, 120_000);
