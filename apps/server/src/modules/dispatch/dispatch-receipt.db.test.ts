// Tests that the receipt of a booking has the outcome of each offer.
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createModuleServer } from '../../kit/testing/module-server.ts';
import { createDispatchModule } from './index.ts';
import { createReservationCity, north } from './testing/reservation-city.ts';

const city = await createReservationCity();
afterAll(() => city.environment.close());
beforeEach(city.reset);
const { environment, deps, driverAt, bookNow, search, accept } = city;

it('says which driver accepted, and that another driver took it from the others', async () => {
  const near = await driverAt(north(300));
  const far = await driverAt(north(900));
  const booking = await bookNow();
  await search('broadcast');
  const admin = await environment.addAdmin();
  const server = await createModuleServer({
    database: environment.database,
    modules: [createDispatchModule({ ...deps, identity: environment.identity })],
    resolveSession: async () => admin,
  });
  const read = async () => {
    const url = `/api/v1${routes.getDispatchReceipt.path.replace(':id', booking)}`;
    const response = await server.inject({ url, headers: { authorization: `Bearer ${admin.uid}` } });
    const { rounds } = routes.getDispatchReceipt.answer.parse(response.json());
    return rounds.at(-1)?.candidates.map(({ driver, offer_outcome }) => [driver, offer_outcome]);
  };
  try {
    expect(await read()).toEqual([
      [near.uid, null],
      [far.uid, null],
    ]);
    await accept(far, booking);
    expect(await read()).toEqual([
      [far.uid, 'accepted'],
      [near.uid, 'lost'],
    ]);
  } finally {
    await server.close();
  }
});
