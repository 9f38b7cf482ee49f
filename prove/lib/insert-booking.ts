// Inserts bookings in a given status, for experiments, and moves them to another one.
import type { BookingStatus } from '@kerb/domain/booking';
import type pg from 'pg';
import { bookingRow } from '../../apps/server/src/testing/access-environment.ts';
import { insertRow, type Row } from '../../apps/server/src/testing/insert-row.ts';

const MINUTE_MS = 60_000;

/** In the order of a trip; a booking has the times of its status and of all previous ones. */
const timesOf: readonly [column: string, from: BookingStatus, minutesAgo: number][] = [
  ['driver_accept_time', 'ACCEPTED', 40],
  ['driver_arrive_time', 'ARRIVED', 30],
  ['trip_start_time', 'STARTED', 25],
  ['trip_end_time', 'REACHED', 10],
  ['paid_at', 'PAID', 5],
];
const tripStatuses: readonly BookingStatus[] = [
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
];
const busyStatuses: readonly BookingStatus[] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'];

function timesIn(status: BookingStatus, now: number): Row {
  const reached = tripStatuses.indexOf(status);
  return Object.fromEntries(
    timesOf
      .filter(([, from]) => tripStatuses.indexOf(from) <= reached)
      .map(([column, , minutes]) => [column, now - minutes * MINUTE_MS]),
  );
}

export interface BookingToInsert {
  readonly status: BookingStatus;
  readonly carType: string;
  readonly customer: string;
  /** Uid of the driver, for a status with a driver. */
  readonly driver: string;
  readonly more?: Row;
}

/** The columns of a status, as the steps that lead to it would have set them. */
function columnsIn(status: BookingStatus, driver: string): Row {
  const now = Date.now();
  const times = timesIn(status, now);
  const isPaid = status === 'PAID' || status === 'COMPLETE';
  return {
    status,
    tripdate: now - 45 * MINUTE_MS,
    dispatch_at: now - 45 * MINUTE_MS,
    ...(tripStatuses.includes(status) ? { driver, driver_name: 'Eva' } : {}),
    ...times,
    ...('trip_end_time' in times ? { total_trip_time: 15 * 60 } : {}),
    ...(isPaid ? { customer_paid: bookingRow('').trip_cost, payable_amount: 0 } : {}),
    ...(status === 'CANCELLED' ? { cancelled_by: 'rider', reason: 'Proof' } : {}),
  };
}

async function occupyDriver(pool: Pick<pg.Pool, 'query'>, status: BookingStatus, driver: string) {
  if (busyStatuses.includes(status))
    await pool.query('update drivers set queue = true where uid = $1', [driver]);
}

/**
 * Inserts the booking as the steps that lead to its status would leave it; the driver of a trip under way is busy.
 * Returns the id.
 */
export async function insertBooking(
  pool: Pick<pg.Pool, 'query'>,
  { status, carType, customer, driver, more = {} }: BookingToInsert,
): Promise<string> {
  const row = bookingRow(carType);
  const booking_date = Date.now() - 50 * MINUTE_MS;
  await insertRow(pool, 'bookings', {
    ...row,
    booking_date,
    customer,
    ...columnsIn(status, driver),
    ...more,
  });
  await occupyDriver(pool, status, driver);
  return row.id;
}

/** Moves a booking to a status, as the steps that lead to it would have done. */
export async function moveBooking(
  pool: Pick<pg.Pool, 'query'>,
  id: string,
  { status, driver, more = {} }: Pick<BookingToInsert, 'status' | 'driver' | 'more'>,
): Promise<void> {
  const columns = { ...columnsIn(status, driver), ...more };
  const changes = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
  await pool.query(`update bookings set ${changes.join(', ')} where id = $1`, [
    id,
    ...Object.values(columns),
  ]);
  await occupyDriver(pool, status, driver);
}
