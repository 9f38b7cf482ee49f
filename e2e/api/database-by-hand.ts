// Functions that change the database of a running server directly, for states that no screen can produce.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '@kerb/domain/settings';
import pg from 'pg';
import type { ServerPlace } from './running-server.ts';

/** Runs a statement while the server runs; throws when the number of changed rows is not `rows`, if given. */
async function change(
  { folder }: ServerPlace,
  sql: string,
  values: readonly unknown[],
  rows?: number,
): Promise<void> {
  const note: unknown = JSON.parse(await readFile(path.join(folder, 'postgres.json'), 'utf8'));
  if (typeof note !== 'object' || note === null || !('port' in note) || !('password' in note))
    throw new Error('postgres.json has no port and password');
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
    if (rows !== undefined && rowCount !== rows)
      throw new Error(`${rowCount} rows instead of ${rows}: ${sql}`);
  } finally {
    await client.end();
  }
}

const changeOne = (place: ServerPlace, sql: string, values: readonly unknown[]): Promise<void> =>
  change(place, sql, values, 1);

/** Changes settings; the server caches them, so restart it afterwards. */
export const changeSettings = (place: ServerPlace, patch: Partial<Settings>): Promise<void> =>
  changeOne(place, 'update settings set value = value || $1::jsonb, version = version + 1', [
    JSON.stringify(patch),
  ]);

/** Sets an account to waiting for approval, like a sign-up with the setting driver_approval on. */
export const putInQueue = (place: ServerPlace, uid: string): Promise<void> =>
  changeOne(place, `update users set review = 'waiting', approved = false where uid = $1`, [uid]);

/**
 * Adds a paid trip of the driver in each of the last months, including the current one. The fare is 100.00 in the
 * current month and 10.00 more in each month before; the fee is a tenth of the fare, the discount 1.00.
 */
export const addPaidTrips = (place: ServerPlace, driver: string, months: number): Promise<void> =>
  change(
    place,
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate, booking_date,
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

/** Removes the e-mail address of an account, as for an account created by mobile number without a profile. */
export async function removeEmail(place: ServerPlace, uid: string): Promise<void> {
  await change(place, "update users set email = '', email_verified = false where uid = $1", [uid], 1);
}

/** Moves the time of the second-factor proof of the user's sessions into the past; `sessions` is their number. */
export const backdateSecondFactor = (
  place: ServerPlace,
  uid: string,
  minutes: number,
  sessions: number,
): Promise<void> =>
  change(
    place,
    'update sessions set second_factor_at = second_factor_at - $2 * 60000 where uid = $1 and second_factor_at is not null',
    [uid, minutes],
    sessions,
  );

/** Moves the time at which the driver accepted a booking into the past. */
export const backdateAcceptance = (place: ServerPlace, booking: string, minutes: number): Promise<void> =>
  changeOne(place, 'update bookings set driver_accept_time = driver_accept_time - $2 * 60000 where id = $1', [
    booking,
    minutes,
  ]);

/** Ends the waiting time of 30 s between two sign-in codes to a number. */
export const allowAnotherCode = (place: ServerPlace, mobile: string): Promise<void> =>
  change(place, 'update otp_challenges set created_at = created_at - 60000 where mobile = $1', [mobile]);
