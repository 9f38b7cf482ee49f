// Inserts a booking for the tests of reports: a taxi ride of Ana in cash, with the columns that a test sets.
import { randomBytes, randomUUID } from 'node:crypto';
import { bookingReference } from '@kerb/domain/kernel';
import type pg from 'pg';
import { v7 } from 'uuid';

/** By column name; amounts in minor units, times in ms since the epoch. */
type BookingColumns = Readonly<Record<string, string | number | boolean | null>>;

/** Required columns of any booking; one that is cancelled or has a driver requires more. */
const ofAnyBooking = () => ({
  id: v7(),
  reference: bookingReference(randomBytes(6)),
  appcat: 'taxi',
  quote: randomUUID(),
  booking_type_admin: false,
  book_later: false,
  tripdate: 1,
  booking_date: 1,
  dispatch_at: 1,
  car_type: randomUUID(),
  car_type_name: 'Economy',
  car_image: '',
  customer: randomUUID(),
  customer_name: 'Ana',
  customer_contact: '+1',
  customer_email: 'a@example.com',
  customer_rating: '',
  pickup: '{"lat":1,"lng":2,"add":"Plaza"}',
  drop_point: '{"lat":1,"lng":2,"add":"Rambla"}',
  waypoints: '[]',
  polyline: '',
  pricing: '{"decimals":2}',
  estimate: 1,
  estimate_distance_km: 1,
  estimate_time_secs: 1,
  trip_cost: 1,
  convenience_fees: 0,
  driver_share: 1,
  breakdown: '{}',
  payment_mode: 'cash',
  payable_amount: 1,
});

/** Returns the id. */
export async function insertBooking(pool: Pick<pg.Pool, 'query'>, columns: BookingColumns): Promise<string> {
  const row = { ...ofAnyBooking(), ...columns };
  const names = Object.keys(row);
  await pool.query(
    `insert into bookings (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
}
