// Kills the server (SIGKILL) during the search for a driver and again during the ride; each restart continues the ride.
import { decodePolyline, distanceKm } from '@kerb/domain/geo';
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { etasIn, type Person, positionsIn, signIn } from './people.ts';
import { acceptWhenOffered, book, drive, find, goOnDutyAt, roadBetween, statusOf } from './ride.ts';
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
const present: Person[] = [];

beforeAll(async () => {
  place = await makeServerPlace(inject('kerbDemonstration'));
  server = await startServer(place);
});
afterAll(async () => {
  for (const person of present) person.leave();
  await server.stop();
  await removeServerPlace(place);
});

async function come(mobile: string): Promise<Person> {
  const person = await signIn(server.origin, mobile);
  present.push(person);
  return person;
}

/** Kills the server and restarts it with the same data and address; waits until the clients have reconnected. */
async function crashAndRestart(): Promise<void> {
  await server.kill();
  server = await startServer(place);
  for (const { live } of present) {
    live.retryNow();
    await until('The live socket', live.state, (state) => state === 'open');
  }
}

test('a ride survives two crashes of the server', async () => {
  const rider = await come(demoMobile('rider', 1));
  const driver = await come(demoMobile('driver', 1));
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const pickup = await find(rider, '18 de Julio 1453');
  const drop = await find(rider, 'Terminal Tres Cruces');
  await goOnDutyAt(driver, pickup);
  const { id } = await book(rider, { pickup, drop, carType });
  const watched = rider.listen(`booking:${id}`);

  await crashAndRestart();
  expect(await statusOf(rider, id)).toBe('NEW');
  // The driver's device would report its position continuously; the last one before the crash may be lost.
  await driver.client.postLocation({ body: { lat: pickup.lat, lng: pickup.lng, at: Date.now() } });
  await acceptWhenOffered(driver, id);
  await driver.client.arriveBooking({ params: { id }, body: { location: pickup } });
  await driver.client.startBooking({ params: { id }, body: { location: pickup } });

  const road = await roadBetween(driver, pickup, drop);
  const middle = Math.floor(road.length / 2);
  await drive(driver, road.slice(0, middle), watched);
  const halfway = road[middle - 1] ?? pickup;
  // A crash may lose the last batch of positions, at most one second. Waits until all earlier positions are stored.
  const before = await until(
    'The trail',
    () => rider.client.trackBooking({ params: { id } }),
    ({ trail }) => decodePolyline(trail).some((point) => distanceKm(point, halfway) < 0.2),
  );

  await crashAndRestart();
  expect(await statusOf(rider, id)).toBe('STARTED');
  expect((await driver.client.getMe()).driver?.queue).toBe(true);
  const after = await rider.client.trackBooking({ params: { id } });
  expect(after.entries.map(({ status }) => status)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED']);
  expect(decodePolyline(after.trail).length).toBeGreaterThanOrEqual(decodePolyline(before.trail).length);

  const receivedBefore = watched.length;
  await drive(driver, road.slice(middle), watched);
  const received = watched.slice(receivedBefore);
  expect(positionsIn(received).length).toBeGreaterThan(0);
  expect(etasIn(received).some(({ to }) => to === 'drop')).toBe(true);

  const reached = await driver.client.reachBooking({ params: { id }, body: { location: drop } });
  const whole = await rider.client.getBooking({ params: { id } });
  // The distance before the crash is included. The total is below the estimate, because the server counts only as much
  // as a car of the demonstration can drive in these few seconds.
  expect(reached.distance).toBeGreaterThan(whole.estimateDistance * 0.5);
  await driver.client.collectBooking({ params: { id }, body: {} });
  await rider.client.rateBooking({ params: { id }, body: { rating: 4 } });
  expect(await statusOf(rider, id)).toBe('COMPLETE');
});
