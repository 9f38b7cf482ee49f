// A start told somewhere else than at the pickup is taken, and paid from when the car was there; the record says both.
import { type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterAll(() => world.close());

const MINUTE = 60_000;
/** So many metres north of the pickup. */
const north = (metres: number) => ({ lat: PLAZA.lat + metres / 111_195, lng: PLAZA.lng });

/** A trip whose start is told so many metres off; then the car is at the places given, a minute after each other. */
async function ride(startMetres: number, places: { lat: number; lng: number }[], change = {}) {
  const { id, driver } = await world.trip('ARRIVED', change);
  // Long enough to have got there from where the arrival was told.
  world.pass(10 * MINUTE);
  world.stand(driver.uid, north(startMetres));
  const told = world.now();
  const start = await world.call<BookingView>(driver, routes.startBooking, id, {
    location: north(startMetres),
  });
  expect(start.body).toMatchObject({ status: 'STARTED', trip_start_time: told });
  for (const place of places) {
    world.pass(MINUTE);
    await world.booking.appendTrail({ booking: id, driver: driver.uid }, [{ ...place, at: world.now() }]);
  }
  world.pass(MINUTE);
  world.stand(driver.uid, PARQUE);
  const reached = await world.call<BookingView>(driver, routes.reachBooking, id, { location: PARQUE });
  expect(reached.status).toBe(200);
  return { id, told, reached: reached.body };
}
const statuses = async (id: string): Promise<string[]> =>
  (
    await world.database.pool.query<{ status: string }>(
      'select status from booking_trail where booking = $1 order by at',
      [id],
    )
  ).rows.map(({ status }) => status);

it('on the way to the pickup neither the minutes nor the way there are paid; the timeline keeps what was told', async () => {
  const honest = await ride(0, [PARQUE, PARQUE]);
  const { id, told, reached } = await ride(4000, [north(2500), north(1200), PLAZA, PARQUE, PARQUE]);
  expect(reached).toMatchObject({
    trip_start_time: told + 3 * MINUTE,
    startTime: told + 3 * MINUTE,
    total_trip_time: 180,
  });
  expect(honest.reached.total_trip_time).toBe(180);
  expect(reached.distance).toBeCloseTo(honest.reached.distance ?? 0, 2);
  expect(reached.trip_cost).toBe(honest.reached.trip_cost);
  expect(await statuses(id)).toEqual(['ARRIVED', 'ARRIVED', 'STARTED', 'STARTED', 'STARTED']);
  const [, , started] = await world.booking.timelineOf(id);
  expect(started).toMatchObject({ status: 'STARTED', at: told, ...north(4000) });
});

it('by a phone that was silent until after the pickup begins when a fast car could have been there', async () => {
  const { told, reached } = await ride(3000, [north(3000), north(3000), PARQUE, PARQUE]);
  expect(reached.trip_start_time).toBe(told + 3 * MINUTE);
  const silent = await ride(5000, []);
  expect(silent.reached).toMatchObject({ trip_start_time: silent.told + MINUTE, total_trip_time: 0 });
  // From the pickup, for nothing else is known: 1.3 times as far as the crow flies.
  expect(silent.reached.distance).toBeGreaterThan(3);
  expect(silent.reached.distance).toBeLessThan(3.6);
});

it('around the corner, where the rider had walked to, is paid from when it was told, also on a round trip', async () => {
  const { told, reached } = await ride(500, [north(2000), north(4000), north(2000), PLAZA]);
  expect(reached).toMatchObject({ trip_start_time: told, total_trip_time: 300 });
  expect(reached.distance).toBeGreaterThan(7);
});

it('at the pickup is paid from then, wherever the car went afterwards', async () => {
  const { told, reached } = await ride(250, [north(3000), PLAZA]);
  expect(reached).toMatchObject({ trip_start_time: told, total_trip_time: 180 });
});
