// The SQL of a trip's timeline (status changes with positions) and trail (raw positions).
import type { BookingStatus } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingTables, BookingTimelineTable, TrackingPoint } from './booking.tables.ts';

export type TrailPoint = LatLng & { at: number };

export function trailRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async logStatus(entry: BookingTimelineTable): Promise<void> {
      await db.insertInto('booking_timeline_entries').values(entry).execute();
    },

    timeline(booking: string): Promise<BookingTimelineTable[]> {
      return db
        .selectFrom('booking_timeline_entries')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('at')
        .orderBy('id')
        .execute();
    },

    /**
     * Stores positions with the status the booking had at their time, if the booking belongs to the driver and has one
     * of `statuses`. Positions already stored are skipped. `receivedAt` is null for positions uploaded after the phone
     * was offline.
     */
    async append(
      { booking, driver }: { booking: string; driver: string },
      points: readonly TrailPoint[],
      statuses: readonly BookingStatus[],
      receivedAt: number | null,
    ): Promise<void> {
      if (points.length === 0) return;
      await sql`
        insert into booking_trails (booking, at, status, lat, lng, received_at)
        select bookings.id, point.at,
          case
            when point.at >= bookings.trip_end_time then 'REACHED'
            when point.at >= bookings.trip_start_time then 'STARTED'
            when point.at >= bookings.driver_arrive_time then 'ARRIVED'
            else 'ACCEPTED'
          end, point.lat, point.lng, ${receivedAt}::bigint
        from bookings, unnest(
          ${points.map((point) => point.at)}::bigint[],
          ${points.map((point) => point.lat)}::float8[],
          ${points.map((point) => point.lng)}::float8[]) as point (at, lat, lng)
        where bookings.id = ${booking} and bookings.driver = ${driver}
          and bookings.status = any(${[...statuses]}::text[])
        on conflict do nothing`.execute(db);
    },

    /** Changes the status of the positions from `since` to `until` (exclusive) after a step was reported late. */
    async restate(
      booking: string,
      { since, until }: { since: number; until?: number },
      status: BookingStatus,
    ): Promise<void> {
      await db
        .updateTable('booking_trails')
        .set({ status })
        .where('booking', '=', booking)
        .where('at', '>=', since)
        .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
        .execute();
    },

    /** When the server last received a live position before a given time; null if never. */
    async lastReceivedAt(booking: string, before: number): Promise<number | null> {
      const row = await db
        .selectFrom('booking_trails')
        .select((eb) => eb.fn.max('received_at').as('received_at'))
        .where('booking', '=', booking)
        .where('received_at', '<', before)
        .executeTakeFirst();
      return row?.received_at ?? null;
    },

    /** The positions between two times, and the last one before and the first one after them, oldest first. */
    around(booking: string, from: number, to: number): Promise<TrailPoint[]> {
      const edge = (side: '<=' | '>', at: number) =>
        db
          .selectFrom('booking_trails')
          .select('at')
          .where('booking', '=', booking)
          .where('at', side, at)
          .orderBy('at', side === '>' ? 'asc' : 'desc')
          .limit(1);
      return db
        .selectFrom('booking_trails')
        .select(['at', 'lat', 'lng'])
        .where('booking', '=', booking)
        .where('at', '>=', (eb) => eb.fn.coalesce(edge('<=', from), eb.val(from)))
        .where('at', '<=', (eb) => eb.fn.coalesce(edge('>', to), eb.val(to)))
        .orderBy('at')
        .execute();
    },

    /** Oldest first, from `since` on. */
    trail(booking: string, since = 0): Promise<TrackingPoint[]> {
      return db
        .selectFrom('booking_trails')
        .selectAll()
        .where('booking', '=', booking)
        .where('at', '>=', since)
        .orderBy('at')
        .execute();
    },
  };
}
