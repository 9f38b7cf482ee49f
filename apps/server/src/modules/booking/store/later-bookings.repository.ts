// The SQL of later bookings: those that wait for a driver, those that a driver has accepted ahead, and the trips whose
// drivers are on the way to the pickup, which matter for the plan of drivers.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
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

/** Whether it is a later booking accepted ahead, for which the driver has not set out. */
const isAcceptedAhead = sql<boolean>`(
  status = 'ACCEPTED' and follows is null and pickup_promised_at is not null and set_out_at is null)`;

export function laterBookingsRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  const all = () => db.selectFrom('bookings').selectAll();
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

    /** The later bookings that the driver accepted ahead, locked, ordered by id. */
    lockAheadOf(driver: string): Promise<BookingRecord[]> {
      return all().where('driver', '=', driver).where(isAcceptedAhead).orderBy('id').forUpdate().execute();
    },

    /** The later bookings that the driver accepted ahead and whose search would have begun, earliest first. */
    async dueAheadOf(driver: string, now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('bookings')
        .select('id')
        .where('driver', '=', driver)
        .where(isAcceptedAhead)
        .where('dispatch_at', '<=', now)
        .orderBy('dispatch_at')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Whether the driver has accepted another later booking ahead that would occupy them at the same time. */
    async hasAnotherAhead({
      id,
      driver,
      dispatch_at,
      tripdate,
      estimate_time_secs,
    }: Pick<BookingRecord, 'id' | 'dispatch_at' | 'tripdate' | 'estimate_time_secs'> & {
      driver: string;
    }): Promise<boolean> {
      const row = await db
        .selectFrom('bookings')
        .select('id')
        .where('driver', '=', driver)
        .where(isAcceptedAhead)
        .where('id', '<>', id)
        .where('dispatch_at', '<', tripdate + estimate_time_secs * MS_PER_SECOND)
        .where(sql<boolean>`tripdate + estimate_time_secs * 1000::bigint > ${dispatch_at}::bigint`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The later bookings accepted ahead whose search would begin until `before`, earliest first. */
    acceptedAhead(before: number): Promise<BookingRecord[]> {
      return all()
        .where(isAcceptedAhead)
        .where('dispatch_at', '<=', before)
        .orderBy('dispatch_at')
        .orderBy('id')
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
