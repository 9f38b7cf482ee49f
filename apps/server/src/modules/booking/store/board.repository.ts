// The SQL of the dispatch board: every booking that is waiting, under way or unpaid, with only the columns of a row.
import { bookingStatus } from '@kerb/domain/booking';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingTables } from './booking.tables.ts';

const columns = [
  'id',
  'reference',
  'status',
  'car_type',
  'customer_name',
  'driver',
  'driver_name',
  'vehicle_number',
  'follows',
  'book_later',
  'tripdate',
  'booking_date',
  'dispatch_at',
  'pickup_promised_at',
  'pickup_expected_at',
  'set_out_at',
  'driver_arrive_time',
  'trip_start_time',
  'trip_end_time',
  'estimate_time_secs',
  'pickup',
  'drop_point',
] as const;

export interface BoardRecord extends Pick<BookingRecord, (typeof columns)[number]> {
  /** Whether it has stops between pickup and drop-off. */
  has_stops: boolean;
}

/** Statuses of bookings on the board: the trip is not over, or an amount is owed for it. */
const onBoard = bookingStatus.extract(['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING']);

export const boardRepository = (queries: Queries) => {
  const db = queries.withTables<BookingTables>();
  return {
    /** Limited to one fleet if given; the newest, at most `limit` of each status. */
    async open(fleetadmin: string | null, limit: number): Promise<BoardRecord[]> {
      const newestOf = (status: BookingRecord['status']) =>
        db
          .selectFrom('bookings')
          .select(columns)
          .select(sql<boolean>`jsonb_array_length(waypoints) > 0`.as('has_stops'))
          .where('status', '=', status)
          .$if(fleetadmin !== null, (query) => query.where('fleetadmin', '=', fleetadmin))
          .orderBy('id', 'desc')
          .limit(limit);
      const parts = onBoard.options.map((status) => db.selectFrom(newestOf(status).as('newest')).selectAll());
      const [first, ...others] = parts;
      if (!first) return [];
      return others.reduce((all, next) => all.unionAll(next), first).execute();
    },
  };
};
