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

/** Those of them that wait for a car; the index on the time for which they want it has this condition. */
const waitsForCar = onBoard.extract(['NEW', 'ACCEPTED']);
/** When the car is wanted: the time of a later booking, otherwise when the search began. */
const wantedAt = sql<number>`case when book_later then tripdate else dispatch_at end`;

/** How many bookings of a status are on the board, divided into those that are due and those that are not yet. */
export interface BoardCount {
  status: BookingRecord['status'];
  isAhead: boolean;
  count: number;
}

export const boardRepository = (queries: Queries) => {
  const db = queries.withTables<BookingTables>();
  return {
    /**
     * Limited to one fleet if given; at most `limit` of each status. Of those that wait for a car, the ones that want it
     * first; of the others the newest.
     */
    async open(fleetadmin: string | null, limit: number): Promise<BoardRecord[]> {
      const firstOf = (status: BookingRecord['status']) =>
        db
          .selectFrom('bookings')
          .select(columns)
          .select(sql<boolean>`jsonb_array_length(waypoints) > 0`.as('has_stops'))
          .where('status', '=', sql.lit(status))
          .$if(fleetadmin !== null, (query) => query.where('fleetadmin', '=', fleetadmin))
          .$if(waitsForCar.safeParse(status).success, (query) => query.orderBy(wantedAt).orderBy('id'))
          .$if(!waitsForCar.safeParse(status).success, (query) => query.orderBy('id', 'desc'))
          .limit(limit);
      const parts = onBoard.options.map((status) => db.selectFrom(firstOf(status).as('first')).selectAll());
      const [first, ...others] = parts;
      if (!first) return [];
      return others.reduce((all, next) => all.unionAll(next), first).execute();
    },

    /** The number of all of them; a booking is ahead when its search begins, or its car is wanted, after `due`. */
    async countOpen(
      fleetadmin: string | null,
      due: { search: number; wanted: number },
    ): Promise<BoardCount[]> {
      const isAhead = sql<boolean>`(dispatch_at > ${due.search}::bigint or (book_later and tripdate > ${due.wanted}::bigint))`;
      return db
        .selectFrom('bookings')
        .select(['status', isAhead.as('isAhead'), (eb) => eb.fn.countAll<number>().as('count')])
        .where('status', 'in', [...onBoard.options])
        .$if(fleetadmin !== null, (query) => query.where('fleetadmin', '=', fleetadmin))
        .groupBy(['status', 'isAhead'])
        .execute();
    },
  };
};
