// Tests busy places over real bookings: which requests count, how long an answer is cached, and its cost.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import { MIN_RIDERS } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';
import { createViewBusyPlaces } from './view-busy-places.ts';

let environment: BookingEnvironment;
let view: ReturnType<typeof createViewBusyPlaces>;
const calls = { requests: 0, routes: 0 };
const settings = settingsSchema.parse({ timezone: 'America/Montevideo' });
beforeAll(async () => {
  environment = await createBookingEnvironment(settings);
});
afterAll(() => environment.close());

beforeEach(async () => {
  environment.pass(60 * MS_PER_DAY);
  calls.requests = 0;
  calls.routes = 0;
  const deps = dispatchOverBookings(environment, settings, expect.fail, async () => {
    calls.routes += 1;
    return [{ distance_in_km: 3, time_in_secs: 360 }];
  });
  view = createViewBusyPlaces({
    ...deps,
    booking: {
      openSearches: deps.booking.openSearches,
      recentPickups: (...about) => {
        calls.requests += 1;
        return deps.booking.recentPickups(...about);
      },
    },
  });
});

/** Makes bookings of this many different riders at the plaza. */
async function book(riders: number): Promise<string[]> {
  // Without a driver in range no booking can be made.
  await standingDriver(far);
  const ids: string[] = [];
  for (let count = 0; count < riders; count += 1)
    ids.push(await environment.book(await environment.addRider()));
  return ids;
}
async function standingDriver(place: LatLng): Promise<string> {
  const [driver] = await environment.addDrivers(1);
  if (!driver) throw new Error('a driver');
  environment.stand(driver.uid, place);
  return driver.uid;
}
const far = { lat: PLAZA.lat + 0.05, lng: PLAZA.lng };

it('compares the requests of the last hour, also ended ones, with the free drivers there', async () => {
  const driver = await standingDriver(far);
  await book(MIN_RIDERS);
  const busy = await view(driver);
  expect(busy.cells).toHaveLength(1);
  expect(busy.cells[0]?.south).toBeLessThanOrEqual(PLAZA.lat);
  expect(busy.cells[0]?.north).toBeGreaterThan(PLAZA.lat);
  expect(busy.nearest).toMatchObject({ place: 'Pocitos', secs: 360 });
  expect(routes.getBusyPlaces.answer.strict().parse(busy)).toEqual(busy);
  for (let count = 0; count < MIN_RIDERS; count += 1) await standingDriver(PLAZA);
  environment.pass(MS_PER_MINUTE);
  environment.stand(driver, far);
  expect((await view(driver)).cells).toEqual([]);
});

it('counts the same coming hour of past weeks, and no other hour', async () => {
  await book(MIN_RIDERS);
  const driver = await standingDriver(far);
  environment.pass(7 * MS_PER_DAY - 30 * MS_PER_MINUTE);
  environment.stand(driver, far);
  // On average over four weeks there is one request more than drivers, because there are no drivers.
  expect((await view(driver)).cells).toHaveLength(1);
  environment.pass(31 * MS_PER_MINUTE);
  expect((await view(driver)).cells).toEqual([]);
});

it('counts riders who got an estimate and did not book, for ten minutes', async () => {
  const driver = await standingDriver(far);
  await book(1);
  for (let count = 1; count < MIN_RIDERS; count += 1)
    await environment.estimate(await environment.addRider());
  for (let count = 0; count < 9; count += 1) await environment.estimate(null);
  // Estimates for later: their riders do not wait now.
  const tripdate = environment.now() + MS_PER_DAY;
  for (let count = 0; count < 9; count += 1)
    await environment.estimate(await environment.addRider(), { tripdate });
  expect((await view(driver)).cells).toMatchObject([{ level: 2 }]);
  environment.pass(10 * MS_PER_MINUTE + 1);
  environment.stand(driver, far);
  expect((await view(driver)).cells).toEqual([]);
});

it('leaves out places with so few riders that one could be identified', async () => {
  const driver = await standingDriver(far);
  await book(MIN_RIDERS - 1);
  expect(await view(driver)).toMatchObject({ cells: [], nearest: null });
  expect(calls.routes).toBe(0);
});

it('a driver in a busy place has a travel time of 0; one without a position gets only the places', async () => {
  await book(MIN_RIDERS + 2);
  const driver = await standingDriver(PLAZA);
  expect((await view(driver)).nearest).toMatchObject({ secs: 0 });
  environment.pass(10 * MS_PER_MINUTE + 1);
  expect(await view(driver)).toMatchObject({ nearest: null, cells: [{ level: 3 }] });
  expect((await view(randomUUID())).nearest).toBeNull();
});

it('is read once a minute for any number of drivers, with one route request a cell', async () => {
  await book(MIN_RIDERS + 2);
  const drivers: string[] = [];
  for (let count = 0; count < 4; count += 1) drivers.push(await standingDriver(far));
  await Promise.all([...drivers, ...drivers].map((driver) => view(driver)));
  expect(calls).toEqual({ requests: 5, routes: 1 });
  environment.pass(MS_PER_MINUTE - 1);
  await view(drivers[0] ?? '');
  expect(calls.requests).toBe(5);
  environment.pass(1);
  environment.stand(drivers[0] ?? '', far);
  await view(drivers[0] ?? '');
  expect(calls).toEqual({ requests: 10, routes: 2 });
});

it('is read again after a failure, and leaves out names and routes that cannot be computed', async () => {
  await book(MIN_RIDERS + 2);
  const driver = await standingDriver(far);
  const warnings: string[] = [];
  const deps = dispatchOverBookings(environment, settings, (message) => warnings.push(message));
  let fails = true;
  const broken = createViewBusyPlaces({
    ...deps,
    maps: {
      ...deps.maps,
      reverse: () => Promise.reject(new Error('no map')),
      arrivalTimes: () => Promise.reject(new Error('no roads')),
    },
    booking: {
      openSearches: deps.booking.openSearches,
      recentPickups: (...about) =>
        fails ? Promise.reject(new Error('no database')) : deps.booking.recentPickups(...about),
    },
  });
  await expect(broken(driver)).rejects.toThrow('no database');
  fails = false;
  expect(await broken(driver)).toMatchObject({ cells: [{ level: 3 }], nearest: null });
  expect(warnings).toHaveLength(2);
  environment.pass(MS_PER_HOUR);
});
