// The SQL for planning drivers of later bookings: reads those bookings, and the trips whose drivers are on the way to
// the pickup.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import { hasSetOut } from './booking.repository.ts';
import type { BookingRecord, BookingTables } from './booking.tables.ts';

/** A trip whose driver is on the way to its pickup, or waits at the pickup. */
export interface ApproachingTrip
  extends Pick<
    BookingRecord,
    | 'id'
    | 'driver'
    | 'status'
    | 'car_type'
    | 'book_later'
    | 'tripdate'
    | 'pickup'
    | 'drop_point'
    | 'trip_start_time'
    | 'estimate_time_secs'
  > {
  /** Whether it has stops between pickup and drop-off. */
  has_stops: boolean;
}

export function laterBookingsRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  const unassigned = () =>
    db.selectFrom('bookings').selectAll().where('book_later', '=', true).where('status', '=', 'NEW');

  return {
    /** NEW later bookings whose time is after `from` and at most `until` (ms since the epoch), earliest first. */
    within(from: number, until: number, limit: number): Promise<BookingRecord[]> {
      return unassigned()
        .where('tripdate', '>', from)
        .where('tripdate', '<=', until)
        .orderBy('tripdate')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** Those of the bookings that are NEW later bookings. */
    async among(ids: readonly string[]): Promise<BookingRecord[]> {
      if (ids.length === 0) return [];
      return unassigned()
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute();
    },

    /** The ACCEPTED and ARRIVED trips for which these drivers have set out and that no other trip follows. */
    async approachingTripsOf(drivers: readonly string[]): Promise<ApproachingTrip[]> {
      if (drivers.length === 0) return [];
      return db
        .selectFrom('bookings')
        .select(['id', 'driver', 'status', 'car_type', 'book_later', 'tripdate', 'pickup', 'drop_point'])
        .select(['trip_start_time', 'estimate_time_secs'])
        .select(sql<boolean>`jsonb_array_length(waypoints) > 0`.as('has_stops'))
        .where('driver', '=', sql<string>`any(${[...drivers]}::uuid[])`)
        .where('status', 'in', ['ACCEPTED', 'ARRIVED'])
        .where(hasSetOut)
        .where(
          sql<boolean>`not exists (
            select from bookings as next where next.follows is not null and next.follows = bookings.id)`,
        )
        .execute();
    },
  };
}
