// One ride through the public API only, from the first sign-in to the rating, on the real server, map and database.
import { distanceKm } from '@kerb/domain/geo';
import { demoMobile } from '@kerb/domain/identity';
import { ApiError } from '@kerb/sdk/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { etasIn, type Person, positionsIn, signIn, statusesIn } from './people.ts';
import { acceptWhenOffered, book, drive, find, goOnDutyAt, roadBetween } from './ride.ts';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from './running-server.ts';
import { until } from './until.ts';

let place: ServerPlace;
let server: RunningServer;
const signedIn: Person[] = [];

beforeAll(async () => {
  place = await makeServerPlace(inject('kerbDemonstration'));
  server = await startServer(place);
});
afterAll(async () => {
  for (const person of signedIn) person.leave();
  await server.stop();
  await removeServerPlace(place);
});

async function signInAs(mobile: string): Promise<Person> {
  const person = await signIn(server.origin, mobile);
  signedIn.push(person);
  return person;
}

const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

test('a new rider books a ride, follows the car, pays the driver and rates', async () => {
  // An unused number: signing in creates the account.
  const rider = await signInAs('+59894765432');
  const driver = await signInAs(demoMobile('driver', 1));
  const { driver: vehicle } = await driver.client.getMe();
  const carType = vehicle?.carType ?? '';

  const pickup = await find(rider, '18 de Julio 1453');
  expect(pickup.add).toMatch(/18 de Julio 1453/);
  const drop = await find(rider, 'Terminal Tres Cruces');
  const journey = { pickup, drop, carType };

  // Booking needs a name and a driver nearby.
  expect(await codeOf(book(rider, journey))).toBe('profile_incomplete');
  const names = { firstName: 'Renata', lastName: 'Ferreira', email: 'renata@example.com' };
  await rider.client.updateProfile({ body: names });
  expect(await codeOf(book(rider, journey))).toBe('no_driver_found_alert_messege');

  const start = { lat: pickup.lat - 0.004, lng: pickup.lng - 0.003 };
  await goOnDutyAt(driver, start);
  const near = await rider.client.nearbyDrivers({ query: { lat: pickup.lat, lng: pickup.lng, carType } });
  expect(near.carTypes).toEqual([
    { carType, count: 1, nearest_in_secs: expect.any(Number), finishing_nearby: false },
  ]);

  const offered = driver.listen('tasks');
  const { id, reference, estimate } = await book(rider, journey);
  expect(estimate.trip_cost).toBeCloseTo(estimate.estimateFare + estimate.convenience_fees, 2);
  expect(reference).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  const watched = rider.listen(`booking:${id}`);

  await until(
    'The offer on the live socket',
    () => offered,
    (received) => received.length > 0,
  );
  await acceptWhenOffered(driver, id);
  expect(
    await codeOf(
      signInAs(demoMobile('driver', 2)).then((other) =>
        other.client.acceptBooking({ params: { id }, body: {} }),
      ),
    ),
  ).toBe('not_found');

  await until(
    'The acceptance on the rider’s screen',
    () => statusesIn(watched),
    (received) => received.includes('ACCEPTED'),
  );
  await drive(driver, await roadBetween(driver, start, pickup), watched);
  expect(etasIn(watched).at(-1)?.to).toBe('pickup');
  await driver.client.arriveBooking({ params: { id }, body: { location: pickup } });
  await driver.client.startBooking({ params: { id }, body: { location: pickup } });

  await drive(driver, await roadBetween(driver, pickup, drop), watched);
  const ahead = etasIn(watched).filter(({ to }) => to === 'drop');
  expect(ahead.length).toBeGreaterThanOrEqual(2);
  expect(ahead.at(-1)?.time_in_secs).toBeLessThan(ahead[0]?.time_in_secs ?? 0);
  expect(positionsIn(watched).every((position) => position.driver === driver.uid)).toBe(true);

  const track = await rider.client.trackBooking({ params: { id } });
  expect(track.entries.map(({ status }) => status)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED']);
  expect(track.driver && distanceKm(track.driver, drop)).toBeLessThan(0.15);
  expect(track.ahead?.to).toBe('drop');
  expect(track.trail.length).toBeGreaterThan(20);

  const reached = await driver.client.reachBooking({ params: { id }, body: { location: drop } });
  expect(reached.status).toBe('REACHED');
  // The trip takes a few seconds: the meter counts only the distance that a car can drive in that time.
  expect(reached.distance).toBeGreaterThan(0);
  expect(reached.distance).toBeLessThan(estimate.distance * 1.4);
  expect(reached.meterMethod).not.toBeNull();
  expect(reached.fareReview).toBeNull();
  const paid = await driver.client.collectBooking({ params: { id }, body: {} });
  expect(paid.status).toBe('PAID');
  expect(paid.cashPaymentAmount).toBe(paid.trip_cost);
  await rider.client.rateBooking({ params: { id }, body: { rating: 5 } });

  await bothFindTheRide(rider, driver, id);
  await ledgerIsRight(driver, paid);
  await until(
    'Every status on the rider’s screen',
    () => statusesIn(watched),
    (received) =>
      ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PAID', 'COMPLETE'].every((one) =>
        received.includes(one),
      ),
  );
});

async function bothFindTheRide(rider: Person, driver: Person, id: string): Promise<void> {
  for (const person of [rider, driver]) {
    const { items } = await person.client.listBookings();
    expect(items.find((booking) => booking.id === id)).toMatchObject({ status: 'COMPLETE', rating: 5 });
  }
  expect((await driver.client.getMe()).driver?.queue).toBe(false);
  const { items } = await rider.client.getSavedAddresses();
  expect(items).toHaveLength(1);
}

/** The driver is owed their share and holds the whole fare in cash. */
async function ledgerIsRight(
  driver: Person,
  paid: { id: string; driver_share: number; cashPaymentAmount: number },
): Promise<void> {
  const { items, walletBalance } = await driver.client.getWallet();
  const ofRide = items.filter(({ txRef }) => txRef === paid.id);
  expect(ofRide.map(({ type, amount }) => ({ type, amount }))).toEqual(
    expect.arrayContaining([
      { type: 'Credit', amount: paid.driver_share },
      { type: 'Debit', amount: paid.cashPaymentAmount },
    ]),
  );
  expect(ofRide).toHaveLength(2);
  expect(walletBalance).toBeCloseTo(paid.driver_share - paid.cashPaymentAmount, 2);
}
