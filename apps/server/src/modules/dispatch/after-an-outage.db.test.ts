// Tests a server outage over the times of later trips: after the restart they are dispatched in order, and overdue ones
// are cancelled.
import { TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';

const database = await createTestDatabase();
const running: TestApp[] = [];
afterAll(async () => {
  for (const app of running) await app.close();
  await database.close();
});

/** Time in ms by which the server's clock is moved during the outage; the database's clock is not moved. */
let away = 0;
const clock = { now: () => Date.now() + away };
const begun = clock.now();
async function start(seed: boolean): Promise<TestApp> {
  const app = await createTestApp({ seed, clock, database: { ...database, close: async () => undefined } });
  running.push(app);
  return app;
}
async function stop(): Promise<void> {
  await running.pop()?.close();
}

const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query<Row>(sql, values)).rows;

let made = 0;
/** Inserts a later booking of the demo rider. */
async function later(tripdate: number): Promise<string> {
  const [rider] = await query<{ uid: string }>("select uid from users where usertype = 'rider' limit 1");
  const [carType] = await query<{ id: string; name: string }>('select id, name from car_types limit 1');
  const id = uuidV7.next();
  made += 1;
  const place = JSON.stringify({ lat: -34.9058, lng: -56.1913, add: 'Plaza 1' });
  const row: Record<string, unknown> = {
    id,
    reference: `KERB2${2 + made}`,
    status: 'NEW',
    appcat: 'taxi',
    quote: uuidV7.next(),
    booking_type_admin: false,
    book_later: true,
    tripdate,
    booking_date: begun,
    dispatch_at: tripdate - 45 * MS_PER_MINUTE,
    car_type: carType?.id,
    car_type_name: carType?.name,
    car_image: '',
    customer: rider?.uid,
    customer_name: 'Leo Paz',
    customer_contact: '',
    customer_email: '',
    customer_rating: '',
    pickup: place,
    drop_point: place,
    waypoints: '[]',
    polyline: '',
    pricing: JSON.stringify({ tariff: {}, cancelSlab: [], convert_to_mile: false, decimals: 2 }),
    estimate: 100,
    estimate_distance_km: 1,
    estimate_time_secs: 60,
    trip_cost: 100,
    convenience_fees: 0,
    driver_share: 100,
    breakdown: JSON.stringify({ lines: [] }),
    payment_mode: 'cash',
    payable_amount: 100,
  };
  const names = Object.keys(row);
  await query(
    `insert into bookings (${names.map((name) => `"${name}"`).join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(row),
  );
  return id;
}

const roundsOf = (ids: readonly string[]) =>
  query<{ booking: string; number: number }>(
    'select booking, number from dispatch_rounds where booking = any($1) order by id',
    [ids],
  );

test('after an outage the oldest later trip is dispatched first, and long past ones are cancelled', async () => {
  const first = await start(true);
  const inNineHours = await later(begun + 9 * MS_PER_HOUR);
  const second = await later(begun + 6 * MS_PER_HOUR + 20 * MS_PER_MINUTE);
  const oldest = await later(begun + 6 * MS_PER_HOUR);
  const tooLate = await later(begun + 4 * MS_PER_HOUR);
  await first.modules.dispatch.api.sweep();
  const all = [inNineHours, second, oldest, tooLate];
  expect(await roundsOf(all)).toEqual([]);
  await stop();

  away = 6 * MS_PER_HOUR + 10 * MS_PER_MINUTE;
  const back = await start(false);
  expect(await roundsOf(all)).toEqual([
    { booking: oldest, number: 1 },
    { booking: second, number: 1 },
  ]);
  expect(await back.modules.booking.api.find(tooLate)).toMatchObject({
    status: 'CANCELLED',
    cancelled_by: 'system',
    reason: TRIP_TIME_PASSED_REASON,
  });

  // A second sweep must change nothing.
  await back.modules.dispatch.api.sweep();
  expect(await roundsOf(all)).toHaveLength(2);
  for (const id of [inNineHours, second, oldest])
    expect((await back.modules.booking.api.find(id))?.status).toBe('NEW');
}, 120_000);
