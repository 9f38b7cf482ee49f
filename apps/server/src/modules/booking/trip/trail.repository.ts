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

    /** Keeps positions with the status the booking has now; a position already kept is left as it is. */
    async append(
      booking: string,
      points: readonly TrailPoint[],
      statuses: readonly BookingStatus[],
    ): Promise<void> {
      if (points.length === 0) return;
      await sql`
        insert into booking_trail (booking, at, status, lat, lng)
        select booking.id, point.at, booking.status, point.lat, point.lng
        from booking, unnest(
          ${points.map((point) => point.at)}::bigint[],
          ${points.map((point) => point.lat)}::float8[],
          ${points.map((point) => point.lng)}::float8[]) as point (at, lat, lng)
        where booking.id = ${booking} and booking.status = any(${[...statuses]}::text[])
        on conflict do nothing`.execute(db);
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
