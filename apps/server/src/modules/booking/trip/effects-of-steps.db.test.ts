// Tests the side effects of the end of a trip: saved addresses, the driver's mean rating, miles, and the drivers' queue
// flags.
import { type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

/** The point this many metres north of the park. */
const north = (metres: number) => ({ lat: PARQUE.lat + metres / 111_195, lng: PARQUE.lng });

async function ride(rider: Actor, driver: Actor, end: { lat: number; lng: number }, rating: number | null) {
  environment.stand(driver.uid, PLAZA);
  const id = await environment.book(rider);
  await environment.ask(id, [driver]);
  for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking]) {
    expect((await environment.call(driver, route, id)).status).toBe(200);
    expect(await environment.queueOf(driver.uid)).toBe(true);
  }
  environment.pass(600_000);
  const reached = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: end });
  expect(await environment.queueOf(driver.uid)).toBe(true);
  expect((await environment.call(driver, routes.collectBooking, id)).status).toBe(200);
  expect(await environment.queueOf(driver.uid)).toBe(false);
  expect((await environment.call(rider, routes.rateBooking, id, { rating })).status).toBe(200);
  return { id, reached: reached.body };
}

const saved = async (rider: Actor) => {
  const { rows } = await environment.database.pool.query(
    'select count from saved_addresses where uid = $1 order by count desc',
    [rider.uid],
  );
  return rows.map(({ count }) => Number(count));
};

it('a drop within 0.1 km of a saved address raises its count, a farther one adds an address', async () => {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  await ride(rider, driver, north(0), null);
  await ride(rider, driver, north(95), null);
  expect(await saved(rider)).toEqual([2]);
  await ride(rider, driver, north(110), null);
  expect(await saved(rider)).toEqual([2, 1]);
});

it('with miles the radius is 0.1 mile, and the distance is divided by 1.609344', async () => {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  environment.set({ convert_to_mile: true });
  const { id, reached } = await ride(rider, driver, north(0), null);
  const { distance_km } = await environment.record(id);
  expect(reached.distance).toBeCloseTo((distance_km ?? 0) / 1.609344, 2);
  const fare = 50 + ((distance_km ?? 0) / 1.609344) * 30 + (600 / 3600) * 600;
  expect(reached.driver_share).toBeCloseTo(fare, 1);
  await ride(rider, driver, north(150), null);
  expect(await saved(rider)).toEqual([2]);
  // The distances of the trip stay in miles, in which they were priced, and say so.
  environment.set({ convert_to_mile: false });
  const { body: later } = await environment.call<BookingView>(rider, routes.getBooking, id);
  expect(later).toMatchObject({ distance: reached.distance, distanceUnit: 'mi' });
});

it('the driver’s rating is the mean of all ratings, to one decimal, without skipped ones', async () => {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  for (const rating of [5, 4, null, 4]) await ride(rider, driver, north(0), rating);
  expect((await environment.identity.userOf(driver.uid))?.ratings).toEqual({ userrating: '4.3', count: 3 });
});
