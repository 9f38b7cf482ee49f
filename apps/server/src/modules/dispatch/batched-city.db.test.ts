// Tests batches over real bookings and drivers on two servers: no driver has two offers or trips, and no booking two
// drivers.
import { routes } from '@kerb/contract';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { seededRandom } from '@kerb/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';
import { createSearchServer } from './testing/search-server.ts';

let environment: BookingEnvironment;
let runSearches: (() => ReturnType<ReturnType<typeof createSearchServer>>)[] = [];

beforeAll(async () => {
  const settings = settingsSchema.parse({ dispatchPolicy: 'batched' });
  environment = await createBookingEnvironment(settings);
  const deps = dispatchOverBookings(environment, settings, expect.fail);
  runSearches = [createSearchServer(deps), createSearchServer(deps)];
});
afterAll(() => environment.close());

async function rows<Row extends object>(statement: string): Promise<Row[]> {
  return (await environment.database.pool.query<Row>(statement)).rows;
}

/** Drivers with several bookings, and bookings with several drivers. */
async function doubled(): Promise<object[]> {
  const now = environment.now();
  const open = `from booking_requests where outcome is null and expires_at > ${now}`;
  const busy = `from bookings where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')`;
  return [
    ...(await rows(`select driver, count(*) as offers ${open} group by driver having count(*) > 1`)),
    ...(await rows(`select booking, count(*) as offers ${open} group by booking having count(*) > 1`)),
    ...(await rows(`select driver, count(*) as trips ${busy} group by driver having count(*) > 1`)),
  ];
}

it('never gives a driver two offers or trips, or a booking two drivers', async () => {
  const random = seededRandom(20);
  const drivers = await environment.addDrivers(8);
  const byUid = new Map(drivers.map((driver) => [driver.uid, driver]));
  const riders = new Map<string, Actor>();
  let accepted = 0;
  let declined = 0;
  for (let step = 0; step < 15; step += 1) {
    for (const { uid } of drivers)
      environment.stand(uid, { lat: PLAZA.lat + random() * 0.02, lng: PLAZA.lng + random() * 0.02 });
    for (let nth = 0; nth < 2; nth += 1) {
      const rider = await environment.addRider();
      riders.set(await environment.book(rider), rider);
    }
    await Promise.all(runSearches.map((runSearch) => runSearch()));
    expect(await doubled()).toEqual([]);
    const offers = await rows<{ booking: string; driver: string }>(
      `select booking, driver from booking_requests where outcome is null and expires_at > ${environment.now()}`,
    );
    await Promise.all([
      ...offers.map(async ({ booking, driver }) => {
        const answer = random();
        const actor = byUid.get(driver) ?? null;
        if (answer < 0.5) {
          const { status } = await environment.call(actor, routes.acceptBooking, booking);
          if (status === 200) accepted += 1;
        } else if (answer < 0.7) {
          const { status } = await environment.call(actor, routes.declineBooking, booking);
          if (status === 204) declined += 1;
        }
      }),
      // The next batch is planned while the drivers answer.
      ...runSearches.map((runSearch) => runSearch()),
    ]);
    expect(await doubled()).toEqual([]);
    environment.pass(random() < 0.3 ? 31_000 : 3_000);
    const trips = await rows<{ id: string; driver: string }>(
      `select id, driver from bookings where status = 'ACCEPTED' order by id limit 2`,
    );
    for (const { id, driver } of trips) {
      const actor = byUid.get(driver) ?? null;
      await environment.call(actor, routes.cancelBooking, id, { reason: 'The car broke down' });
    }
  }
  expect(accepted).toBeGreaterThan(5);
  expect(declined).toBeGreaterThan(0);
}, 120_000);
