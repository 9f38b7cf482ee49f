// The SQL of where a trip has been: the timeline of its statuses and the raw trail of positions.
import type { BookingStatus } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingTables, BookingTimelineTable, TrackingPoint } from '../booking.tables.ts';

export type TrailPoint = LatLng & { at: number };

export function trailRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async logStatus(entry: BookingTimelineTable): Promise<void> {
      await db.insertInto('booking_timeline').values(entry).execute();
    },

    timeline(booking: string): Promise<BookingTimelineTable[]> {
      return db
        .selectFrom('booking_timeline')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('at')
        .orderBy('id')
        .execute();
    },

    /**
     * Keeps a driver's positions with the status the booking had at their time, while it is his and in one of
     * `statuses`; a position already kept is left as it is.
     * `heardAt` is null for positions that were kept on the phone.
     */
    async append(
      { booking, driver }: { booking: string; driver: string },
      points: readonly TrailPoint[],
      statuses: readonly BookingStatus[],
      heardAt: number | null,
    ): Promise<void> {
      if (points.length === 0) return;
      await sql`
        insert into booking_trail (booking, at, status, lat, lng, heard_at)
        select booking.id, point.at,
          case
            when point.at >= booking.trip_end_time then 'REACHED'
            when point.at >= booking.trip_start_time then 'STARTED'
            when point.at >= booking.driver_arrive_time then 'ARRIVED'
            else 'ACCEPTED'
          end, point.lat, point.lng, ${heardAt}::bigint
        from booking, unnest(
          ${points.map((point) => point.at)}::bigint[],
          ${points.map((point) => point.lat)}::float8[],
          ${points.map((point) => point.lng)}::float8[]) as point (at, lat, lng)
        where booking.id = ${booking} and booking.driver = ${driver}
          and booking.status = any(${[...statuses]}::text[])
        on conflict do nothing`.execute(db);
    },

    /** A step told late changes the status of the positions since, up to and without `until` when it is given. */
    async restate(
      booking: string,
      { since, until }: { since: number; until?: number },
      status: BookingStatus,
    ): Promise<void> {
      await db
        .updateTable('booking_trail')
        .set({ status })
        .where('booking', '=', booking)
        .where('at', '>=', since)
        .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
        .execute();
    },

    /** When a position last came in of a phone with a network, before a moment; null when none did. */
    async lastHeard(booking: string, before: number): Promise<number | null> {
      const row = await db
        .selectFrom('booking_trail')
        .select((eb) => eb.fn.max('heard_at').as('heard_at'))
        .where('booking', '=', booking)
        .where('heard_at', '<', before)
        .executeTakeFirst();
      return row?.heard_at ?? null;
    },

    /** The positions from one moment to another, with the last before and the first after them, oldest first. */
    around(booking: string, from: number, to: number): Promise<TrailPoint[]> {
      const edge = (side: '<=' | '>', at: number) =>
        db
          .selectFrom('booking_trail')
          .select('at')
          .where('booking', '=', booking)
          .where('at', side, at)
          .orderBy('at', side === '>' ? 'asc' : 'desc')
          .limit(1);
      return db
        .selectFrom('booking_trail')
        .select(['at', 'lat', 'lng'])
        .where('booking', '=', booking)
        .where('at', '>=', (eb) => eb.fn.coalesce(edge('<=', from), eb.val(from)))
        .where('at', '<=', (eb) => eb.fn.coalesce(edge('>', to), eb.val(to)))
        .orderBy('at')
        .execute();
    },

    /** Oldest first; from a moment on when `since` is given. */
    trail(booking: string, since = 0): Promise<TrackingPoint[]> {
      return db
        .selectFrom('booking_trail')
        .selectAll()
        .where('booking', '=', booking)
        .where('at', '>=', since)
        .orderBy('at')
        .execute();
    },
  };
}
