// The SQL of fare reviews: fares above the tolerance and the admins' decisions.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingTables, FareReview, NewFareReview } from './booking.tables.ts';

export type ReviewedBooking = FareReview &
  Pick<
    BookingRecord,
    | 'reference'
    | 'customer'
    | 'customer_name'
    | 'driver'
    | 'driver_name'
    | 'pickup'
    | 'drop_point'
    | 'pricing'
    | 'estimate_distance_km'
    | 'estimate_time_secs'
    | 'distance_km'
    | 'total_trip_time'
    | 'meter_method'
  > & { booking_status: BookingRecord['status'] };

export interface ReviewPage {
  status: 'open' | 'decided';
  limit: number;
  /** The last row of the previous page. */
  before?: Pick<FareReview, 'opened_at' | 'booking'> | undefined;
}

export function fareReviewRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async open(booking: string, review: NewFareReview, at: number): Promise<void> {
      await db
        .insertInto('fare_reviews')
        .values({
          ...review,
          booking,
          status: 'open',
          opened_at: at,
          decided_at: null,
          decided_by: null,
          note: '',
          posted_at: null,
        })
        .execute();
    },

    find(booking: string): Promise<FareReview | undefined> {
      return db.selectFrom('fare_reviews').selectAll().where('booking', '=', booking).executeTakeFirst();
    },

    /** The reviews of these bookings. */
    ofBookings(bookings: readonly string[]): Promise<FareReview[]> {
      return db
        .selectFrom('fare_reviews')
        .selectAll()
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .execute();
    },

    /** Undefined when already decided. The caller holds the booking's row lock. */
    decide(
      booking: string,
      decision: Pick<FareReview, 'status' | 'decided_at' | 'decided_by' | 'note'>,
    ): Promise<FareReview | undefined> {
      return db
        .updateTable('fare_reviews')
        .set(decision)
        .where('booking', '=', booking)
        .where('status', '=', 'open')
        .returningAll()
        .executeTakeFirst();
    },

    async markPosted(booking: string, at: number): Promise<void> {
      await db.updateTable('fare_reviews').set({ posted_at: at }).where('booking', '=', booking).execute();
    },

    async countOpen(): Promise<number> {
      const { count } = await db
        .selectFrom('fare_reviews')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', '=', 'open')
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Newest first. */
    page({ status, limit, before }: ReviewPage): Promise<ReviewedBooking[]> {
      return db
        .selectFrom('fare_reviews')
        .innerJoin('bookings', 'bookings.id', 'fare_reviews.booking')
        .selectAll('fare_reviews')
        .select([
          'bookings.reference',
          'bookings.status as booking_status',
          'bookings.customer',
          'bookings.customer_name',
          'bookings.driver',
          'bookings.driver_name',
          'bookings.pickup',
          'bookings.drop_point',
          'bookings.pricing',
          'bookings.estimate_distance_km',
          'bookings.estimate_time_secs',
          'bookings.distance_km',
          'bookings.total_trip_time',
          'bookings.meter_method',
        ])
        .where('fare_reviews.status', status === 'open' ? '=' : '<>', 'open')
        .$if(before !== undefined, (query) =>
          query.where((eb) =>
            eb.or([
              eb('fare_reviews.opened_at', '<', before?.opened_at ?? 0),
              eb.and([
                eb('fare_reviews.opened_at', '=', before?.opened_at ?? 0),
                eb('fare_reviews.booking', '<', before?.booking ?? ''),
              ]),
            ]),
          ),
        )
        .orderBy('fare_reviews.opened_at', 'desc')
        .orderBy('fare_reviews.booking', 'desc')
        .limit(limit)
        .execute();
    },
  };
}
