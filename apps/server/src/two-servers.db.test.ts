// Tests two servers on one database: the driver reports to one, the rider is connected to the other, and both show one
// trip.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  etasIn,
  type Person,
  positionsIn,
  signIn,
  statusesIn,
  withSession,
} from '../../../e2e/api/people.ts';
import { acceptWhenOffered, book } from '../../../e2e/api/ride.ts';
import { until } from '../../../e2e/api/until.ts';
import { createTestApp, type TestApp } from './kit/testing/test-app.ts';

const PLAZA = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia' };
const PARQUE = { lat: -34.9121, lng: -56.1645, add: 'Parque Rodó' };

let first: TestApp;
let second: TestApp;
/** A user connected to both servers. */
type Both = Record<'first' | 'second', Person>;
let driver: Both;
let rider: Both;
let admin: Both;
let carType: string;

beforeAll(async () => {
  first = await createTestApp({ city: true, seed: true });
  // The database is closed together with the first server.
  second = await createTestApp({ city: true, database: { ...first.database, close: async () => undefined } });
  const origins = [await first.listen(), await second.listen()] as const;
  const connected = async (mobile: string): Promise<Both> => {
    const one = await signIn(origins[0], mobile);
    return { first: one, second: await withSession(origins[1], one.token, one.uid) };
  };
  driver = await connected('+59892000001');
  rider = await connected('+59891000001');
  admin = await connected('+59899000001');
  carType = (await driver.first.client.getMe()).driver?.carType ?? '';
}, 120_000);
afterAll(async () => {
  for (const both of [driver, rider, admin]) for (const person of [both.first, both.second]) person.leave();
  await second.close();
  await first.close();
});

/** Time of the previous report, ms since the epoch. The driver always reports to the second server. */
let last = 0;
async function report(): Promise<number> {
  // Each report needs its own time, because a position is identified by its time.
  const at = Math.max(Date.now(), last + 1);
  last = at;
  await driver.second.client.postLocation({ body: { lat: PLAZA.lat, lng: PLAZA.lng, at } });
  return at;
}

/** The rider books at the first server; the driver accepts at the given one. Returns the booking's id. */
async function taken(server: 'first' | 'second'): Promise<string> {
  const { id } = await book(rider.first, { pickup: PLAZA, drop: PARQUE, carType });
  await acceptWhenOffered(driver[server], id);
  return id;
}

async function trailOf(booking: string): Promise<number[]> {
  // Writes the positions that both servers have buffered.
  for (const { modules } of [first, second]) await modules.tracking.api.close();
  const { rows } = await first.database.pool.query('select at from booking_trails where booking = $1', [
    booking,
  ]);
  return rows.map(({ at }) => Number(at));
}

type Received = Parameters<typeof positionsIn>[0];

const receivedUntil = async (received: Received, time: number) =>
  until(
    'The position',
    () => positionsIn(received).map(({ at }) => at),
    (times) => times.includes(time),
  );
/** Repeats reports, because a client may not be subscribed yet when the first position is reported. */
const reportUntilSeen = (received: Received) =>
  until('A position', report, () => positionsIn(received).length > 0, { everyMs: 300 });
/** Once a socket has received a status, its server has invalidated what it cached of the trip. */
const statusReceived = async (received: Received, status: string) =>
  until(
    status,
    () => statusesIn(received),
    (statuses) => statuses.includes(status),
  );

it('a car is found, shown and timed on the server that it does not report to', async () => {
  const cars = admin.first.listen('drivers');
  await driver.second.client.setDuty({ body: { driverActiveStatus: true } });
  await report();
  await until(
    'The car on the first server',
    () => first.modules.fleet.api.live.get(driver.first.uid),
    (car) => car?.lat === PLAZA.lat,
  );
  const id = await taken('second');
  const trip = rider.first.listen(`booking:${id}`);
  await reportUntilSeen(trip);
  const time = await report();
  await receivedUntil(trip, time);
  await receivedUntil(cars, time);
  await until(
    'The time of arrival',
    () => etasIn(trip),
    (etas) => etas.at(-1)?.to === 'pickup',
  );
  expect(await trailOf(id)).toContain(time);
});

it('a status change on one server changes where the other publishes positions, until the trip ends', async () => {
  const id = (await second.modules.booking.api.activeTripOf(driver.second.uid))?.id ?? '';
  const onFirst = rider.first.listen(`booking:${id}`);
  const onSecond = rider.second.listen(`booking:${id}`);
  for (const received of [onFirst, onSecond]) await reportUntilSeen(received);
  const params = { id };
  const here = driver.first;
  await here.client.arriveBooking({ params, body: { location: PLAZA } });
  await here.client.startBooking({ params, body: { location: PLAZA } });
  await statusReceived(onSecond, 'STARTED');
  const during = await report();
  await receivedUntil(onFirst, during);
  await receivedUntil(onSecond, during);
  expect(await trailOf(id)).toContain(during);

  await here.client.reachBooking({ params, body: { location: PLAZA } });
  await here.client.collectBooking({ params, body: {} });
  await statusReceived(onFirst, 'PAID');
  await statusReceived(onSecond, 'PAID');
  const stored = await trailOf(id);
  const cars = [admin.first, admin.second].map((operator) => operator.listen('drivers'));
  for (const received of cars) await reportUntilSeen(received);
  const after = await report();
  for (const received of cars) await receivedUntil(received, after);
  for (const received of [onFirst, onSecond])
    expect(positionsIn(received).map(({ at }) => at)).not.toContain(after);
  expect(await trailOf(id)).toEqual(stored);
});

it('the trail of a trip accepted on one server is stored by the other', async () => {
  // Makes the second server cache that the driver is on no trip.
  await report();
  const own = driver.second.listen('bookings');
  const id = await taken('first');
  await statusReceived(own, 'ACCEPTED');
  const onFirst = rider.first.listen(`booking:${id}`);
  await reportUntilSeen(onFirst);
  const time = await report();
  await receivedUntil(onFirst, time);
  expect(await trailOf(id)).toContain(time);

  // A server that has not yet received the event must not write to another driver's trip or to an earlier one.
  const { appendTrail } = second.modules.booking.api;
  const late = { lat: PLAZA.lat, lng: PLAZA.lng, at: Date.now() + 1 };
  await appendTrail({ booking: id, driver: rider.first.uid }, [late]);
  await driver.first.client.cancelBooking({ params: { id }, body: { reason: 'The car broke down' } });
  await appendTrail({ booking: id, driver: driver.second.uid }, [late]);
  expect(await trailOf(id)).not.toContain(late.at);
});

it('with batch dispatch both servers plan, and a booking gets one offer', async () => {
  await admin.first.client.editSettings({ body: { dispatchPolicy: 'batched', batchSeconds: 1 } });
  await report();
  const id = await taken('first');
  const { rows } = await first.database.pool.query<{ policy: string; asked: number }>(
    'select policy, asked from dispatch_rounds where booking = $1 and asked > 0',
    [id],
  );
  expect(rows).toEqual([{ policy: 'batched', asked: 1 }]);
  await driver.first.client.cancelBooking({ params: { id }, body: { reason: 'The car broke down' } });
  await admin.first.client.editSettings({ body: { dispatchPolicy: 'broadcast' } });
});

it('typing is shown on the other server', async () => {
  await report();
  const id = await taken('second');
  const chat = rider.first.listen(`chat:${id}`);
  await until(
    'The sign of writing',
    () => {
      driver.second.live.sendTyping(`chat:${id}`);
      return chat.filter(({ type }) => type === 'typing');
    },
    (signs) => signs.length > 0,
    { everyMs: 300 },
  );
});
