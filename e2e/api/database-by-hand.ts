// The journey's hand in the server's own database, for what no screen does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '@kerb/domain/settings';
import pg from 'pg';
import type { ServerPlace } from './running-server.ts';

/** While the server runs; as many rows have to change as told. */
async function change(
  { folder }: ServerPlace,
  sql: string,
  values: readonly unknown[],
  rows: number,
): Promise<void> {
  const note: unknown = JSON.parse(await readFile(path.join(folder, 'postgres.json'), 'utf8'));
  if (typeof note !== 'object' || note === null || !('port' in note) || !('password' in note))
    throw new Error('The database has no note of its port and password');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(note.port),
    user: 'kerb',
    password: String(note.password),
    database: 'kerb',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(sql, [...values]);
    if (rowCount !== rows) throw new Error(`${rowCount} rows instead of ${rows}: ${sql}`);
  } finally {
    await client.end();
  }
}

const changeOne = (place: ServerPlace, sql: string, values: readonly unknown[]): Promise<void> =>
  change(place, sql, values, 1);

/** The operator's settings; the server keeps those it knows in mind until it is started again. */
export const changeSettings = (place: ServerPlace, patch: Partial<Settings>): Promise<void> =>
  changeOne(place, 'update settings set value = value || $1::jsonb, version = version + 1', [
    JSON.stringify(patch),
  ]);

/** Puts an account among those that wait to be let in, as signing up with driver_approval on does. */
export const putInQueue = (place: ServerPlace, uid: string): Promise<void> =>
  changeOne(place, `update users set review = 'waiting', approved = false where uid = $1`, [uid]);

/**
 * A paid trip of the driver in each of the last months, newest now: the fare is 100.00 in the newest, and 10.00 more
 * in each before it; the fee is a tenth of the fare, the discount 1.00.
 */
export const addPaidTrips = (place: ServerPlace, driver: string, months: number): Promise<void> =>
  change(
    place,
    `insert into booking (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate, booking_date,
       dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact, customer_email,
       customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate, estimate_distance_km,
       estimate_time_secs, breakdown, payment_mode, payable_amount, trip_cost, driver_share, convenience_fees,
       discount_amount, customer_paid, driver, driver_name, vehicle_number, driver_accept_time, paid_at)
     select gen_random_uuid(), translate(upper(substr(md5($1::text || $2::integer || n), 1, 6)), '01', '23'), 'COMPLETE', 'taxi',
       gen_random_uuid(), false, false, 1, 1, 1, gen_random_uuid(), 'Economy', '', gen_random_uuid(), 'Ana', '+1', 'a@example.com',
       '', '{"lat":1,"lng":2,"add":"Plaza"}', '{"lat":1,"lng":2,"add":"Rambla"}', '[]', '', '{"decimals":2,"convert_to_mile":false,"cancelSlab":[]}', 1, 1, 1,
       jsonb_build_object('minimum_reached', false, 'lines', jsonb_build_array(
         jsonb_build_object('kind', 'base', 'amount', 100 + n * 10),
         jsonb_build_object('kind', 'convenience_fee', 'amount', 10 + n))), 'cash', 1, 11000 + n * 1100, 10000 + n * 1000, 1000 + n * 100, 100, 10900 + n * 1100, $1::uuid, 'Sergio',
       'SBA 1234', 1, (extract(epoch from now() - make_interval(months => n)) * 1000)::bigint
     from generate_series(0, $2::integer - 1) as n`,
    [driver, months],
    months,
  );

/** An account without an e-mail address, as one made by mobile before names were asked for. */
export async function forgetEmail(place: ServerPlace, uid: string): Promise<void> {
  await change(place, "update users set email = '', email_verified = false where uid = $1", [uid], 1);
}

/** The driver of a booking accepted it so many minutes earlier. */
export const acceptedEarlier = (place: ServerPlace, booking: string, minutes: number): Promise<void> =>
  changeOne(place, 'update booking set driver_accept_time = driver_accept_time - $2 * 60000 where id = $1', [
    booking,
    minutes,
  ]);

/** A booking that nobody has been asked for waits for its payment, as a delivery does at first. */
export const waitForPayment = (place: ServerPlace, booking: string): Promise<void> =>
  changeOne(place, `update booking set status = 'PAYMENT_PENDING' where id = $1 and status = 'NEW'`, [
    booking,
  ]);
