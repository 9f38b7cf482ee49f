// Tests the dispatch board over real bookings: which user sees which rows, their content, and the cost of reading it.
import { routes } from '@kerb/contract';
import { fakeIds } from '@kerb/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import type { ReservationRow } from './reservations.repository.ts';
import { createViewBoard } from './view-board.ts';

let environment: BookingEnvironment;
let admin: Actor;
let searches = 0;
let roadsFail = false;
let plan: ReservationRow[] = [];
const warnings: string[] = [];
beforeAll(async () => {
  environment = await createBookingEnvironment({ autoDispatch: false });
  admin = await environment.addAdmin();
  await environment.addDriver();
});
afterAll(() => environment.close());
beforeEach(() => {
  searches = 0;
  roadsFail = false;
  plan = [];
});

const createBoard = (limits = {}) =>
  createViewBoard(
    {
      clock: { now: environment.now },
      logger: { warn: (_details, message) => warnings.push(message) },
      booking: environment.booking,
      fleet: environment.fleet,
      reservations: async () => plan,
      maps: {
        matrix: async () => [],
        reverse: async () => '',
        async arrivalTimes(starts) {
          searches += 1;
          if (roadsFail) throw new Error('the map service is away');
          return starts.map(() => ({ distance_in_km: 2, time_in_secs: 240 }));
        },
      },
    },
    limits,
  );
const rowOf = async (id: string, as = admin) => (await createBoard()(as)).items.find((row) => row.id === id);

describe('a row', () => {
  it('of a request has the time since it is waiting and the number of open offers', async () => {
    const id = await environment.book(await environment.addRider());
    const [driver] = await environment.addDrivers(1);
    await environment.call(admin, routes.assignBooking, id, { driver: driver?.uid });
    environment.pass(30_000);
    expect(await rowOf(id)).toMatchObject({
      group: 'unassigned',
      risk: null,
      since: environment.now() - 30_000,
      driver: null,
      tripdate: null,
      asked: 1,
      asked_by_hand: true,
      pickup: { add: expect.any(String) },
    });
    environment.pass(180_000);
    expect(await rowOf(id)).toMatchObject({ risk: 'waiting_long' });
  });

  it('of an accepted trip has the expected arrival time of the car', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    environment.stand(driver.uid, PLAZA);
    expect(await rowOf(id)).toMatchObject({
      group: 'on_way',
      driver: driver.uid,
      expected_at: environment.now() + 240_000,
      seen_at: environment.now(),
    });
  });

  it('of a follow-on trip under way has its own arrival time, not the one expected before the driver set out', async () => {
    const { id, driver } = await environment.trip('STARTED');
    await environment.database.pool.query(
      'update bookings set pickup_promised_at = 1, pickup_expected_at = 1, set_out_at = 1 where id = $1',
      [id],
    );
    environment.stand(driver.uid, PLAZA);
    expect(await rowOf(id)).toMatchObject({ expected_at: environment.now() + 240_000 });
  });

  it('of a silent driver has no arrival time, which would stay equally far ahead', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const view = createBoard();
    const shown = async () => (await view(admin)).items.find((row) => row.id === id);
    environment.stand(driver.uid, PLAZA);
    const arrives = environment.now() + 240_000;
    expect(await shown()).toMatchObject({ risk: null, expected_at: arrives });
    environment.pass(91_000);
    const silent = { group: 'at_risk', risk: 'driver_silent', expected_at: null };
    expect(await shown()).toMatchObject(silent);
    expect(await rowOf(id)).toMatchObject(silent);
    environment.stand(driver.uid, PLAZA);
    environment.pass(2_000);
    expect(await shown()).toMatchObject({ group: 'on_way', expected_at: environment.now() + 240_000 });
  });

  it('of a later booking is at risk when its planned driver would be late', async () => {
    const tripdate = environment.now() + 3_600_000;
    const id = await environment.book(await environment.addRider(), { bookLater: true, tripdate });
    expect(await rowOf(id)).toMatchObject({ group: 'upcoming', risk: null, since: tripdate, tripdate });
    const [driver] = await environment.addDrivers(1);
    const planned = { booking: id, driver: driver?.uid ?? '', planned_at: 0, replaceable: false };
    plan = [{ ...planned, arrives_at: tripdate }];
    expect(await rowOf(id)).toMatchObject({ group: 'upcoming', risk: null });
    plan = [{ ...planned, arrives_at: tripdate + 300_000 }];
    expect(await rowOf(id)).toMatchObject({ group: 'at_risk', risk: 'planned_late' });
  });

  it('of a completed trip is removed', async () => {
    const { id } = await environment.trip('PAID');
    expect(await rowOf(id)).toBeUndefined();
  });

  it('has no arrival time when travel times cannot be computed', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    environment.stand(driver.uid, PLAZA);
    roadsFail = true;
    expect(await rowOf(id)).toMatchObject({ group: 'on_way', expected_at: null });
    expect(warnings).toContain('No arrival times for the dispatch board');
  });
});

it('counts every booking in its group, in the order of the queue', async () => {
  const { items, counts } = await createBoard()(admin);
  const groups = items.map(({ group }) => group);
  for (const [group, count] of Object.entries(counts))
    expect(groups.filter((one) => one === group)).toHaveLength(count);
  expect(groups[0]).toBe('unassigned');
});

it('shows the bookings that want their car first when there are more than it reads, and counts all', async () => {
  const later = (tripdate: number) => ({ bookLater: true, tripdate });
  const ahead = environment.now() + 3 * 86_400_000;
  const due = await environment.book(await environment.addRider(), later(environment.now() + 1_800_000));
  for (let hour = 0; hour < 3; hour++)
    await environment.book(await environment.addRider(), later(ahead + hour * 3_600_000));
  const all = await createBoard()(admin);
  const waiting = all.items.filter(({ status }) => status === 'NEW');
  const { items, counts } = await createBoard({ maxOfStatus: waiting.length - 3 })(admin);
  expect(items.map(({ id }) => id)).toContain(due);
  expect(items).toHaveLength(all.items.length - 3);
  expect(counts).toEqual(all.counts);
});

it('reads the bookings that wait for a car by an index, in the order of their times', async () => {
  const client = await environment.database.pool.connect();
  try {
    await client.query('begin');
    // The few rows of the test would be sorted, which is what many must not be.
    await client.query('set local enable_sort = off');
    for (const status of ['NEW', 'ACCEPTED']) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from bookings where status = '${status}'
          order by case when book_later then tripdate else dispatch_at end, id limit 1000`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('using bookings_due');
      expect(plan).not.toContain('Sort');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('shows a fleet admin only the trips of their own drivers', async () => {
  const fleetadmin = await environment.addFleetAdmin();
  const own = await environment.addDriver(fleetadmin.uid);
  const { id: theirs } = await environment.trip('ACCEPTED');
  const waiting = await environment.book(await environment.addRider());
  const taken = await environment.book(await environment.addRider());
  await environment.call(admin, routes.assignBooking, taken, { driver: own.uid });
  expect((await environment.call(own, routes.acceptBooking, taken, {})).status).toBe(200);
  const { items } = await createBoard()(fleetadmin);
  expect(items.map(({ id }) => id)).toEqual([taken]);
  expect(await rowOf(theirs)).toBeDefined();
  expect(await rowOf(waiting)).toBeDefined();
});

it('is computed once for concurrent viewers, and requests travel times again only when they are old', async () => {
  const { driver } = await environment.trip('ACCEPTED');
  environment.stand(driver.uid, PLAZA);
  const view = createBoard();
  const [one, other] = await Promise.all([view(admin), view({ ...admin, uid: fakeIds().next() })]);
  expect(one).toBe(other);
  const first = searches;
  expect(first).toBeGreaterThan(0);
  environment.pass(2_000);
  await view(admin);
  expect(searches).toBe(first);
  environment.pass(20_000);
  await view(admin);
  expect(searches).toBeGreaterThan(first);
});
