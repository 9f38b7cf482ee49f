// The SQL of bookings: insert, lock, change status, find.
import type { BookingStatus } from '@kerb/domain/booking';
import { BOOK_LATER_HORIZON_MS, busyStatuses } from '@kerb/domain/booking';
import { sql } from 'kysely';
import { anyOf, type Queries } from '../../../kit/index.ts';
import type { BookingPatch, BookingRecord, BookingTables, NewBooking } from './booking.tables.ts';

/** Arrays and objects are passed as JSON text: pg would send an array as a PostgreSQL array. */
const asRow = (booking: BookingRecord): NewBooking => ({
  ...booking,
  pickup: JSON.stringify(booking.pickup),
  drop_point: JSON.stringify(booking.drop_point),
  waypoints: JSON.stringify(booking.waypoints),
  pricing: JSON.stringify(booking.pricing),
  breakdown: JSON.stringify(booking.breakdown),
  promo_details: booking.promo_details && JSON.stringify(booking.promo_details),
  promo_terms: booking.promo_terms && JSON.stringify(booking.promo_terms),
  parcel_type: booking.parcel_type && JSON.stringify(booking.parcel_type),
  option: booking.option && JSON.stringify(booking.option),
});

/** A trip that ends soon, with the columns from which its end is estimated. */
export interface EndingTrip
  extends Pick<
    BookingRecord,
    'id' | 'driver' | 'status' | 'drop_point' | 'trip_start_time' | 'estimate_time_secs'
  > {
  /** Whether it has stops between pickup and drop-off. */
  has_stops: boolean;
}

/** Whether the driver has set out; the same as `waitsToSetOut` is false. */
export const hasSetOut = sql<boolean>`(pickup_promised_at is null or set_out_at is not null)`;
/** A rider's booking without the columns of the driven trip and its payment. */
export type RecentBooking = Pick<
  BookingRecord,
  | 'id'
  | 'reference'
  | 'status'
  | 'tripdate'
  | 'book_later'
  | 'pickup'
  | 'drop_point'
  | 'waypoints'
  | 'car_type'
>;

export function bookingRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  const all = () => db.selectFrom('bookings').selectAll();
  const ending = () =>
    db
      .selectFrom('bookings')
      .select(['id', 'driver', 'status', 'drop_point', 'trip_start_time', 'estimate_time_secs'])
      .select(sql<boolean>`jsonb_array_length(waypoints) > 0`.as('has_stops'))
      .where('status', 'in', ['STARTED', 'REACHED']);
  const currentTrip = (driver: string) =>
    all().where('driver', '=', driver).where('status', 'in', busyStatuses).where(hasSetOut);

  return {
    async insert(booking: BookingRecord): Promise<void> {
      await db.insertInto('bookings').values(asRow(booking)).execute();
    },

    find(id: string): Promise<BookingRecord | undefined> {
      return all().where('id', '=', id).executeTakeFirst();
    },

    findEach(ids: readonly string[]): Promise<BookingRecord[]> {
      return all().where('id', '=', anyOf('uuid', ids)).execute();
    },

    /** The rider's most recent bookings, newest first. */
    recentOf(rider: string, limit: number): Promise<RecentBooking[]> {
      return db
        .selectFrom('bookings')
        .select(['id', 'reference', 'status', 'tripdate', 'book_later'])
        .select(['pickup', 'drop_point', 'waypoints', 'car_type'])
        .where('customer', '=', rider)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Whether any booking exists. */
    async exist(): Promise<boolean> {
      return (await db.selectFrom('bookings').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** Whether any booking of this car type has one of these statuses. */
    async existsOfCarType(carType: string, statuses: readonly BookingStatus[]): Promise<boolean> {
      const row = await db
        .selectFrom('bookings')
        .select('id')
        .where('car_type', '=', carType)
        .where('status', 'in', statuses)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Replaces outdated uploaded pictures of a car type on its bookings among the `limit` bookings after the id `after`,
     * or the first ones. Returns the id of the last booking looked at; null after the newest booking.
     */
    async copyCarImage(
      { carType, image }: { carType: string; image: string },
      { after, limit }: { after: string | null; limit: number },
    ): Promise<string | null> {
      const last = await db
        .selectFrom('bookings')
        .select('id')
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .offset(limit - 1)
        .limit(1)
        .executeTakeFirst();
      await db
        .updateTable('bookings')
        .set({ car_image: image })
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .$if(last !== undefined, (query) => query.where('id', '<=', last?.id ?? ''))
        .where('car_type', '=', carType)
        .where('car_image', 'like', '/api/%')
        .where('car_image', '<>', image)
        .execute();
      return last?.id ?? null;
    },

    findByQuote(quote: string): Promise<BookingRecord | undefined> {
      return all().where('quote', '=', quote).executeTakeFirst();
    },

    /** Reads the booking with `for update`: other transactions on it wait until this one ends. */
    lock(id: string): Promise<BookingRecord | undefined> {
      return all().where('id', '=', id).forUpdate().executeTakeFirst();
    },

    /** Locks those of the bookings that are NEW and returns the fields that their events need. */
    lockNew(ids: readonly string[]) {
      return db
        .selectFrom('bookings')
        .select(['id', 'status', 'customer', 'driver', 'fleetadmin'])
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .where('status', '=', 'NEW')
        .orderBy('id')
        .forUpdate()
        .execute();
    },

    /** Writes the patch if the booking still has the status `from`; undefined otherwise. */
    changeFrom(id: string, from: BookingStatus, patch: BookingPatch): Promise<BookingRecord | undefined> {
      return db
        .updateTable('bookings')
        .set(patch)
        .where('id', '=', id)
        .where('status', '=', from)
        .returningAll()
        .executeTakeFirst();
    },

    async countTripCodeCheck(id: string, at: number): Promise<void> {
      await db
        .updateTable('bookings')
        .set({ otp_checks: sql`otp_checks + 1`, otp_checked_at: at })
        .where('id', '=', id)
        .execute();
    },

    /** The number of the customer's unfinished trips. An advisory lock per customer serialises concurrent counts. */
    async lockAndCountOpen(customer: string, bookLater: boolean): Promise<number> {
      const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`booking:${customer}`}, 0))`;
      const count = db
        .selectFrom('bookings')
        .select((eb) => eb.fn.countAll<number>().as('open'))
        .where('customer', '=', customer)
        .where('book_later', '=', bookLater)
        .where('status', 'in', ['PAYMENT_PENDING', 'NEW', ...busyStatuses]);
      // The count is executed when the lock is held, so that it sees the bookings that were waited for.
      const [, row] = await Promise.all([lock.execute(db), count.executeTakeFirstOrThrow()]);
      return row.open;
    },

    /** Whether a trip of the customer has ended without being paid in full. */
    async hasUnpaidTrip(customer: string): Promise<boolean> {
      const row = await db
        .selectFrom('bookings')
        .select('id')
        .where('customer', '=', customer)
        .where('status', '=', 'PENDING')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    activeTripOf(driver: string): Promise<BookingRecord | undefined> {
      return currentTrip(driver).executeTakeFirst();
    },

    /** The same with a row lock, so that the trip cannot end until the transaction ends. */
    lockActiveTripOf(driver: string): Promise<BookingRecord | undefined> {
      return currentTrip(driver).forUpdate().executeTakeFirst();
    },

    /** The follow-on trip of the driver, locked. */
    lockFollowOnOf(driver: string): Promise<BookingRecord | undefined> {
      return all()
        .where('driver', '=', driver)
        .where('follows', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
    },

    /** The follow-on trip of the driver; undefined without one. */
    followOnOf(driver: string): Promise<BookingRecord | undefined> {
      return all().where('driver', '=', driver).where('follows', 'is not', null).executeTakeFirst();
    },

    /** Every follow-on trip, ordered by id. */
    async followOns(): Promise<string[]> {
      const rows = await db
        .selectFrom('bookings')
        .select('id')
        .where('follows', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Every ACCEPTED booking whose driver has set out, ordered by id. */
    async onTheWay(): Promise<string[]> {
      const rows = await db
        .selectFrom('bookings')
        .select('id')
        .where('status', '=', 'ACCEPTED')
        .where(hasSetOut)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Writes a new estimate of the pickup of a follow-on trip. */
    async expectPickupAt(id: string, at: number): Promise<void> {
      await db
        .updateTable('bookings')
        .set({ pickup_expected_at: at })
        .where('id', '=', id)
        .where('follows', 'is not', null)
        .execute();
    },

    /**
     * STARTED and REACHED trips of the car type that are due to end before `before` and that no other trip follows; those
     * due last first, so that trips that were never ended do not take the place of others.
     */
    endingTrips(carType: string, before: number, limit: number): Promise<EndingTrip[]> {
      const dueAt = sql<number>`trip_start_time + estimate_time_secs * 1000::bigint`;
      return ending()
        .where('car_type', '=', carType)
        .where(dueAt, '<=', before)
        .where(
          sql<boolean>`not exists (
            select from bookings as next where next.follows is not null and next.follows = bookings.id)`,
        )
        .orderBy(dueAt, 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** The STARTED or REACHED trip with this id. */
    endingTrip(id: string): Promise<EndingTrip | undefined> {
      return ending().where('id', '=', id).executeTakeFirst();
    },

    /** The trips under way of these drivers, limited to one fleet if given. */
    tripsOf(drivers: readonly string[], fleetadmin: string | null) {
      if (drivers.length === 0) return Promise.resolve([]);
      return db
        .selectFrom('bookings')
        .select(['driver', 'id', 'reference', 'status', sql<string>`drop_point ->> 'add'`.as('dropAddress')])
        .where('driver', '=', sql<string>`any(${[...drivers]}::uuid[])`)
        .where('status', 'in', busyStatuses)
        .where(hasSetOut)
        .$if(fleetadmin !== null, (query) => query.where('fleetadmin', '=', fleetadmin))
        .execute();
    },

    /** The database's clock, by which jobs run; ms since the epoch. */
    async databaseNow(): Promise<number> {
      const { rows } = await sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
      return rows[0]?.now ?? 0;
    },

    /** NEW bookings whose dispatch time has come, oldest first; `after` is the last row of the page before. */
    toDispatch(
      before: number,
      after: Pick<BookingRecord, 'dispatch_at' | 'id'> | undefined,
      limit: number,
    ): Promise<BookingRecord[]> {
      const since =
        after && sql<boolean>`(dispatch_at, id) > (${after.dispatch_at}::bigint, ${after.id}::uuid)`;
      return all()
        .where('status', '=', 'NEW')
        .where('dispatch_at', '<=', before)
        .$if(since !== undefined, (query) => query.where(since ?? sql<boolean>`true`))
        .orderBy('dispatch_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /**
     * NEW bookings whose dispatch time has come and that no driver has an open offer of; oldest first. An admin's offer
     * may be open for a day, because it was made without automatic dispatch: it counts for `byHandMs` only.
     */
    async withoutOffer(
      now: number,
      { limit, byHandMs }: { limit: number; byHandMs: number },
    ): Promise<string[]> {
      const rows = await db
        .selectFrom('bookings')
        .select('id')
        .where('status', '=', 'NEW')
        .where('dispatch_at', '<=', now)
        .where(
          sql<boolean>`not exists (
            select from booking_requests
            where booking = bookings.id and outcome is null and expires_at > ${now}
              and (not by_hand or greatest(requested_at, dispatch_at) + ${byHandMs}::bigint > ${now}))`,
        )
        .orderBy('dispatch_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The newest bookings that became due for dispatch from `since` to `until`, in any state; newest first. */
    recentPickups(
      since: number,
      until: number,
      limit: number,
    ): Promise<Pick<BookingRecord, 'dispatch_at' | 'pickup' | 'customer'>[]> {
      return db
        .selectFrom('bookings')
        .select(['dispatch_at', 'pickup', 'customer'])
        .where('dispatch_at', '>=', since)
        .where('dispatch_at', '<=', until)
        .orderBy('dispatch_at', 'desc')
        .limit(limit)
        .execute();
    },

    /** When the last trip of each driver ended, ms since the epoch; drivers without a finished last trip are missing. */
    async lastTripEnds(drivers: readonly string[]): Promise<Map<string, number>> {
      if (drivers.length === 0) return new Map();
      const { rows } = await sql<{ driver: string; ended: number }>`
        select driver, ended from unnest(${[...drivers]}::uuid[]) as driver
        cross join lateral (
          select trip_end_time as ended from bookings
          where bookings.driver = driver.driver and ${hasSetOut} order by id desc limit 1
        ) as last
        where ended is not null`.execute(db);
      return new Map(rows.map(({ driver, ended }) => [driver, ended]));
    },

    /**
     * When the driver's last trip before this booking ended, ms since the epoch; null when none ended after its
     * acceptance. The trip before a follow-on trip may be a later booking, which was accepted long ago; that before a
     * later booking accepted ahead was accepted after it.
     */
    async endOfTripBefore({
      id,
      driver,
      driver_accept_time,
    }: Pick<BookingRecord, 'id' | 'driver' | 'driver_accept_time'>): Promise<number | null> {
      if (driver_accept_time === null) return null;
      const row = await db
        .selectFrom('bookings')
        .select(({ fn }) => fn.max('trip_end_time').as('ended'))
        .where('driver', '=', driver)
        .where('id', '<>', id)
        .where('driver_accept_time', '>=', driver_accept_time - BOOK_LATER_HORIZON_MS)
        .where('trip_end_time', '>', driver_accept_time)
        .executeTakeFirst();
      return row?.ended ?? null;
    },

    /** PAYMENT_PENDING bookings, oldest first; `after` is the last row of the page before. */
    unpaid(
      after: Pick<BookingRecord, 'booking_date' | 'id'> | undefined,
      limit: number,
    ): Promise<BookingRecord[]> {
      const since =
        after && sql<boolean>`(booking_date, id) > (${after.booking_date}::bigint, ${after.id}::uuid)`;
      return all()
        .where('status', '=', 'PAYMENT_PENDING')
        .$if(since !== undefined, (query) => query.where(since ?? sql<boolean>`true`))
        .orderBy('booking_date')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** The bookings in which a user was rated as driver or rider, newest first. */
    rated(
      person: string,
      as: 'driver' | 'customer',
      page: { limit: number; before?: string | undefined },
    ): Promise<BookingRecord[]> {
      return all()
        .where(as, '=', person)
        .where(as === 'driver' ? 'rating' : 'rider_rating', 'is not', null)
        .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
    },
  };
}
