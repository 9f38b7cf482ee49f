// The SQL of STARTED trips with their recent positions.
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingTables } from './booking.tables.ts';
import type { TrailPoint } from './trail.repository.ts';

export interface StartedTrip
  extends Pick<
    BookingRecord,
    'id' | 'driver' | 'vehicle_number' | 'pickup' | 'drop_point' | 'waypoints' | 'polyline'
  > {
  /** Positions since the trip started, oldest first. */
  trail: TrailPoint[];
}

export interface StartedTripsPage {
  limit: number;
  /** The last id of the previous page. */
  after?: string | undefined;
  /** Time of the oldest position to read, ms since the epoch. */
  trailSince: number;
}

export async function startedTrips(
  queries: Queries,
  { limit, after, trailSince }: StartedTripsPage,
): Promise<StartedTrip[]> {
  const db = queries.withTables<BookingTables>();
  const trips = await db
    .selectFrom('bookings')
    .select([
      'id',
      'driver',
      'vehicle_number',
      'pickup',
      'drop_point',
      'waypoints',
      'polyline',
      'trip_start_time',
    ])
    .where('status', '=', 'STARTED')
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  if (trips.length === 0) return [];
  const ids = trips.map(({ id }) => id);
  const points = await db
    .selectFrom('booking_trails')
    .select(['booking', 'at', 'lat', 'lng'])
    .where('booking', 'in', ids)
    .where('at', '>=', trailSince)
    .orderBy('at')
    .execute();
  const trails = new Map<string, TrailPoint[]>(ids.map((id) => [id, []]));
  for (const { booking, at, lat, lng } of points) trails.get(booking)?.push({ at, lat, lng });
  return trips.map(({ trip_start_time, ...trip }) => ({
    ...trip,
    trail: (trails.get(trip.id) ?? []).filter(({ at }) => at >= (trip_start_time ?? 0)),
  }));
}
