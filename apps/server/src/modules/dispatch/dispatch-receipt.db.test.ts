// Tests that the receipt of a booking has the outcome of each offer of the search.
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createModuleServer } from '../../kit/testing/module-server.ts';
import { createDispatchModule } from './index.ts';
import { createReservationCity, north } from './testing/reservation-city.ts';

const city = await createReservationCity();
afterAll(() => city.environment.close());
beforeEach(city.reset);
const { environment, deps, driverAt, bookNow, search, accept } = city;

const admin = await environment.addAdmin();
const server = await createModuleServer({
  database: environment.database,
  modules: [createDispatchModule({ ...deps, identity: environment.identity })],
  resolveSession: async () => admin,
});
afterAll(() => server.close());

/** The candidates of the last round, with the outcome of the offer to each. */
async function lastRoundOf(booking: string) {
  const url = `/api/v1${routes.getDispatchReceipt.path.replace(':id', booking)}`;
  const response = await server.inject({ url, headers: { authorization: `Bearer ${admin.uid}` } });
  const { rounds } = routes.getDispatchReceipt.answer.parse(response.json());
  return rounds.at(-1)?.candidates.map(({ driver, offer_outcome }) => [driver, offer_outcome]);
}

it('says which driver accepted, and that another driver took it from the others', async () => {
  const near = await driverAt(north(300));
  const far = await driverAt(north(900));
  const booking = await bookNow();
  await search('broadcast');
  expect(await lastRoundOf(booking)).toEqual([
    [near.uid, null],
    [far.uid, null],
  ]);
  await accept(far, booking);
  expect(await lastRoundOf(booking)).toEqual([
    [far.uid, 'accepted'],
    [near.uid, 'lost'],
  ]);
});

it('does not credit a round with an offer that an admin made by hand after it', async () => {
  const near = await driverAt(north(300));
  const far = await driverAt(north(900));
  const booking = await bookNow();
  await search('broadcast');
  await environment.database.pool.query(
    'update booking_requests set by_hand = true where booking = $1 and driver = $2',
    [booking, far.uid],
  );
  await accept(far, booking);
  expect(await lastRoundOf(booking)).toEqual([
    [near.uid, 'lost'],
    [far.uid, null],
  ]);
});
