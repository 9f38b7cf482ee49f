// Tests the supply and demand that a batch reads, over real bookings and drivers: recent pickups, free drivers, drivers
// on duty.
import { routes } from '@kerb/contract';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { createReadMarket } from './read-market.ts';
import { dispatchOverBookings } from './testing/dispatch-over-bookings.ts';

let environment: BookingEnvironment;
let readMarket: () => ReturnType<ReturnType<typeof createReadMarket>>;

beforeAll(async () => {
  const settings = settingsSchema.parse({ dispatchPolicy: 'batched' });
  environment = await createBookingEnvironment(settings);
  const read = createReadMarket(dispatchOverBookings(environment, settings, expect.fail));
  readMarket = () => read([], 0);
});
afterAll(() => environment.close());

const MINUTE = 60_000;
const near = { lat: PLAZA.lat + 0.01, lng: PLAZA.lng };

it('counts requests of the last twenty minutes, accepted or not, and free drivers', async () => {
  expect(await readMarket()).toEqual({
    recentPickups: [],
    recentSecs: 1200,
    freeDrivers: [],
    driversOnDuty: 0,
  });
  const [busy, free] = await environment.addDrivers(2);
  if (!busy || !free) throw new Error('two drivers');
  environment.stand(busy.uid, PLAZA);
  environment.stand(free.uid, near);
  const id = await environment.book(await environment.addRider());
  await environment.ask(id, [busy]);
  expect((await environment.call(busy, routes.acceptBooking, id)).status).toBe(200);
  environment.pass(MINUTE);
  await environment.book(await environment.addRider());
  const market = await readMarket();
  expect(market.recentPickups).toMatchObject([PLAZA, PLAZA]);
  expect(market).toMatchObject({ recentSecs: 1200, freeDrivers: [near], driversOnDuty: 2 });
});

it('ignores requests after twenty minutes and drivers without a recent position', async () => {
  environment.pass(19 * MINUTE + 1);
  const market = await readMarket();
  expect(market.recentPickups).toHaveLength(1);
  expect(market).toMatchObject({ freeDrivers: [], driversOnDuty: 0 });
});
