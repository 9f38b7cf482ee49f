// Tests starts reported away from the pickup: accepted, charged from when the car was at the pickup, both recorded.
import { type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

const MINUTE = 60_000;
/** The point this many metres north of the pickup. */
const north = (metres: number) => ({ lat: PLAZA.lat + metres / 111_195, lng: PLAZA.lng });

/**
 * Makes a trip whose start is reported `metres` away from the pickup; then the car reports the given places, one a
 * minute.
 */
async function ride(startMetres: number, places: { lat: number; lng: number }[], change = {}) {
  const { id, driver } = await environment.trip('ARRIVED', change);
  // Long enough to have driven there from the place of the reported arrival.
  environment.pass(10 * MINUTE);
  environment.stand(driver.uid, north(startMetres));
  const reportedAt = environment.now();
  const start = await environment.call<BookingView>(driver, routes.startBooking, id, {
    location: north(startMetres),
  });
  expect(start.body).toMatchObject({ status: 'STARTED', trip_start_time: reportedAt });
  for (const place of places) {
    environment.pass(MINUTE);
    await environment.booking.appendTrail({ booking: id, driver: driver.uid }, [
      { ...place, at: environment.now() },
    ]);
  }
  environment.pass(MINUTE);
  environment.stand(driver.uid, PARQUE);
  const reached = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: PARQUE });
  expect(reached.status).toBe(200);
  return { id, reportedAt, reached: reached.body };
}
const statuses = async (id: string): Promise<string[]> =>
  (
    await environment.database.pool.query<{ status: string }>(
      'select status from booking_trails where booking = $1 order by at',
      [id],
    )
  ).rows.map(({ status }) => status);

it('on the way to the pickup charges neither time nor distance before it; the timeline shows the reported place', async () => {
  const halfway = { lat: (PLAZA.lat + PARQUE.lat) / 2, lng: (PLAZA.lng + PARQUE.lng) / 2 };
  const honest = await ride(0, [halfway, PARQUE]);
  const { id, reportedAt, reached } = await ride(4000, [north(2500), north(1200), PLAZA, PARQUE, PARQUE]);
  expect(reached).toMatchObject({
    trip_start_time: reportedAt + 3 * MINUTE,
    startTime: reportedAt + 3 * MINUTE,
    total_trip_time: 180,
  });
  expect(honest.reached.total_trip_time).toBe(180);
  expect(reached.distance).toBeCloseTo(honest.reached.distance ?? 0, 2);
  expect(reached.trip_cost).toBe(honest.reached.trip_cost);
  expect(await statuses(id)).toEqual(['ARRIVED', 'ARRIVED', 'STARTED', 'STARTED', 'STARTED']);
  const [, , started] = await environment.booking.timelineOf(id);
  expect(started).toMatchObject({ status: 'STARTED', at: reportedAt, ...north(4000) });
});

it('without positions until after the pickup is charged from when a fast car could have been there', async () => {
  const { reportedAt, reached } = await ride(3000, [north(3000), north(3000), PARQUE, PARQUE]);
  expect(reached.trip_start_time).toBe(reportedAt + 3 * MINUTE);
  const silent = await ride(5000, []);
  expect(silent.reached).toMatchObject({ trip_start_time: silent.reportedAt + MINUTE, total_trip_time: 0 });
  // The charged time is too short for a car to have driven.
  expect(silent.reached.distance).toBeLessThan(0.3);
});

it('close to the pickup is charged from the reported time, also on a round trip', async () => {
  const { reportedAt, reached } = await ride(500, [north(700), north(1400), north(700), PLAZA]);
  expect(reached).toMatchObject({ trip_start_time: reportedAt, total_trip_time: 300 });
  expect(reached.distance).toBeGreaterThan(2.9);
});

it('at the pickup is charged from the reported time, for any later positions that a car can reach', async () => {
  const { reportedAt, reached } = await ride(250, [north(2000), PLAZA]);
  expect(reached).toMatchObject({ trip_start_time: reportedAt, total_trip_time: 180 });
});

it('claimed at the pickup by a car that was far away is charged from when the car was there', async () => {
  const honest = await ride(0, [PLAZA, PLAZA, PARQUE, PARQUE]);
  const { id, driver } = await environment.trip('ARRIVED');
  environment.pass(10 * MINUTE);
  const standAt = async (place: { lat: number; lng: number }) => {
    environment.stand(driver.uid, place);
    await environment.booking.appendTrail({ booking: id, driver: driver.uid }, [
      { ...place, at: environment.now() },
    ]);
  };
  await standAt(north(2000));
  environment.pass(16_000);
  // The claim is within reach of the last position at the speed of a plane, not of a car.
  const claimedAt = environment.now();
  const started = await environment.call(driver, routes.startBooking, id, { location: PLAZA });
  expect(started.status).toBe(200);
  for (const place of [north(1600), PLAZA, PARQUE, PARQUE]) {
    environment.pass(MINUTE);
    await standAt(place);
  }
  environment.pass(MINUTE);
  environment.stand(driver.uid, PARQUE);
  const { body } = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: PARQUE });
  expect(body).toMatchObject({ trip_start_time: claimedAt + 2 * MINUTE, total_trip_time: 180 });
  expect(body.distance).toBeCloseTo(honest.reached.distance ?? 0, 2);
});
