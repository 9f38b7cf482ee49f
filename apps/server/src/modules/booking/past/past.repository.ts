// Inserts many past bookings with their timelines, offers and fare reviews, in few statements for each portion.
import { sql } from 'kysely';
import { insertRows, type Tx } from '../../../kit/index.ts';
import type { BookingTables } from '../store/booking.tables.ts';
import type { PastRecord } from './past-booking.ts';

const insertInto = (tx: Tx, table: keyof BookingTables, rows: readonly object[]): Promise<void> =>
  insertRows(tx, table, rows);

export async function insertPast(tx: Tx, records: readonly PastRecord[]): Promise<void> {
  const bookings = records.map(({ booking }) => booking);
  const timeline = records.flatMap((record) => record.timeline);
  const requests = records.flatMap((record) => record.requests);
  const reviews = records.flatMap(({ review }) => (review === null ? [] : [review]));
  await insertInto(tx, 'bookings', bookings);
  await insertInto(tx, 'booking_timeline_entries', timeline);
  await insertInto(tx, 'booking_requests', requests);
  const ids = bookings.map(({ id }) => id);
  await sql`update booking_requests set fleetadmin = kerb_fleet_of(driver) where booking = any(${ids}::uuid[])`.execute(
    tx,
  );
  await insertInto(tx, 'fare_reviews', reviews);
}
