// The SQL of offers (requestedDrivers): their drivers, expiry and outcome.
import { busyStatuses } from '@kerb/domain/booking';
import type { DrivingCounts } from '@kerb/domain/dispatch';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import { hasSetOut } from './booking.repository.ts';
import type { BookingRecord, BookingRequestRow, BookingTables, RequestOutcome } from './booking.tables.ts';
import { isAnsweredOffer } from './counted-bookings.repository.ts';

/** An open offer as the presenter needs it. */
export type OpenOffer = Pick<BookingRequestRow, 'driver' | 'expires_at' | 'by_hand' | 'offered_by'>;

/** A follow-on offer: the trip that the driver has to finish first, and when the rider can then expect the driver. */
export interface FollowOnOffer {
  follows: string;
  /** ms since the epoch */
  pickup_at: number;
}

/** One offer of dispatch; `follows` and `pickup_at` are null for a driver without a trip. */
export interface PlannedOffer {
  booking: string;
  driver: string;
  follows: string | null;
  pickup_at: number | null;
}

/** A booking that a driver did not get. */
export interface MissedBooking extends Pick<BookingRecord, 'id' | 'pickup'> {
  /** The outcome of the driver's offer; null when they received no offer. */
  offer: { outcome: Exclude<RequestOutcome, 'accepted'>; took_another: boolean } | null;
}

/** An offer that the driver can accept now. `followOn`: after their current trip. */
export interface OpenTask {
  booking: BookingRecord;
  expires_at: number;
  followOn: FollowOnOffer | null;
}

/** Outcomes after which a driver gets no further offer of the booking from dispatch. */
const notAskedAgain: RequestOutcome[] = ['declined', 'silent', 'reassigned'];

export function offerRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();

  /**
   * The number of open offers of automatic dispatch that each driver has, except of one booking; drivers without one
   * are missing.
   */
  async function countOpenOffers(
    drivers: readonly string[],
    exceptOf: string | null,
    now: number,
  ): Promise<Map<string, number>> {
    if (drivers.length === 0) return new Map();
    const rows = await db
      .selectFrom('booking_requests')
      .select(({ fn }) => ['driver', fn.countAll<number>().as('offers')])
      .where('driver', '=', sql<string>`any(${[...drivers]}::uuid[])`)
      .where('outcome', 'is', null)
      .where('expires_at', '>', now)
      .where('by_hand', '=', false)
      .where('booking', 'is distinct from', exceptOf)
      .groupBy('driver')
      .execute();
    return new Map(rows.map(({ driver, offers }) => [driver, offers]));
  }

  /** The drivers who get no further offer, by booking; bookings without such a driver are missing. */
  async function declinedByEach(bookings: readonly string[]): Promise<Map<string, Set<string>>> {
    const declined = new Map<string, Set<string>>();
    if (bookings.length === 0) return declined;
    const rows = await db
      .selectFrom('booking_requests')
      .select(['booking', 'driver'])
      .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
      .where('outcome', 'in', notAskedAgain)
      .execute();
    for (const { booking, driver } of rows)
      declined.set(booking, (declined.get(booking) ?? new Set()).add(driver));
    return declined;
  }

  const ofPair = (booking: string, driver: string) =>
    db.selectFrom('booking_requests').selectAll().where('booking', '=', booking).where('driver', '=', driver);

  return {
    countOpenOffers,

    /** Opens the offer of an admin (`by`) until `expiresAt`, also to a driver who declined before. */
    async offerByHand(
      booking: string,
      driver: string,
      { now, expiresAt, by }: { now: number; expiresAt: number; by: string | null },
    ): Promise<void> {
      const offer = {
        requested_at: now,
        offered_by: by,
        expires_at: expiresAt,
        outcome: null,
        by_hand: true,
        follows: null,
        pickup_at: null,
        fleetadmin: sql<string | null>`kerb_fleet_of(${driver}::uuid)`,
      };
      await db
        .insertInto('booking_requests')
        .values({ booking, driver, ...offer })
        .onConflict((conflict) => conflict.columns(['booking', 'driver']).doUpdateSet(offer))
        .execute();
    },

    /**
     * Inserts offers of several bookings until `expiresAt` and returns them. Skips drivers who declined before, drivers
     * with an open offer by an admin, and drivers who began a trip since the offers were planned, unless the offer is
     * for after that trip.
     */
    async offerEach(
      offers: readonly PlannedOffer[],
      { now, expiresAt }: { now: number; expiresAt: number },
    ): Promise<{ booking: string; driver: string }[]> {
      if (offers.length === 0) return [];
      const { rows } = await sql<{ booking: string; driver: string }>`
        insert into booking_requests
          (booking, driver, requested_at, expires_at, outcome, by_hand, follows, pickup_at, fleetadmin)
        select booking, driver, ${now}, ${expiresAt}, null, false, follows, pickup_at, kerb_fleet_of(driver)
        from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
          as offers (booking uuid, driver uuid, follows uuid, pickup_at bigint)
        where follows is not null or not exists (select from bookings as trip where trip.driver = offers.driver
          and ${hasSetOut} and trip.status = any(${[...busyStatuses]}::text[]))
        on conflict (booking, driver) do update set requested_at = excluded.requested_at,
          expires_at = excluded.expires_at, outcome = null, by_hand = false, offered_by = null,
          follows = excluded.follows, pickup_at = excluded.pickup_at, fleetadmin = excluded.fleetadmin
        where booking_requests.outcome <> all(${notAskedAgain}::text[]) or booking_requests.outcome is null
          and not (booking_requests.by_hand and booking_requests.expires_at > ${now})
        returning booking, driver`.execute(db);
      return rows;
    },

    /** Closes the expired offers of several bookings. */
    async expireEach(
      bookings: readonly string[],
      now: number,
    ): Promise<{ booking: string; driver: string }[]> {
      return db
        .updateTable('booking_requests')
        .set({ outcome: 'expired' })
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where('outcome', 'is', null)
        .where('expires_at', '<=', now)
        .returning(['booking', 'driver'])
        .execute();
    },

    /**
     * The open offers of automatic dispatch to these drivers. Takes a lock that other calls wait for until the
     * transaction ends, so that no transaction adds offers concurrently.
     */
    async lockOpenOffersOf(
      drivers: readonly string[],
      now: number,
    ): Promise<{ booking: string; driver: string }[]> {
      await sql`select pg_advisory_xact_lock(hashtextextended('booking:offers', 0))`.execute(db);
      return db
        .selectFrom('booking_requests')
        .select(['booking', 'driver'])
        .where('driver', '=', sql<string>`any(${[...drivers]}::uuid[])`)
        .where('outcome', 'is', null)
        .where('expires_at', '>', now)
        .where('by_hand', '=', false)
        .execute();
    },

    /** Closes the driver's open offers for other bookings, except those by an admin. Returns the bookings. */
    async closeOthersOf(driver: string, except: string): Promise<string[]> {
      const rows = await db
        .updateTable('booking_requests')
        .set({ outcome: 'expired' })
        .where('driver', '=', driver)
        .where('booking', '<>', except)
        .where('outcome', 'is', null)
        .where('by_hand', '=', false)
        .returning('booking')
        .execute();
      return rows.map(({ booking }) => booking);
    },

    /** The offers of these bookings to these drivers, in any order; a pair without an offer is missing. */
    findPairs(pairs: readonly Pick<BookingRequestRow, 'booking' | 'driver'>[]): Promise<BookingRequestRow[]> {
      const [only, ...others] = pairs;
      if (only && others.length === 0) return ofPair(only.booking, only.driver).execute();
      const bookings = pairs.map(({ booking }) => booking);
      const drivers = pairs.map(({ driver }) => driver);
      return db
        .selectFrom('booking_requests')
        .selectAll()
        .where(
          sql<boolean>`(booking, driver) in (select * from unnest(${bookings}::uuid[], ${drivers}::uuid[]))`,
        )
        .execute();
    },

    find(booking: string, driver: string): Promise<BookingRequestRow | undefined> {
      return ofPair(booking, driver).executeTakeFirst();
    },

    /** Open offers, ordered by expiry. */
    open(booking: string): Promise<OpenOffer[]> {
      return db
        .selectFrom('booking_requests')
        .select(['driver', 'expires_at', 'by_hand', 'offered_by'])
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .orderBy('expires_at')
        .execute();
    },

    /** Whether another driver has an open offer of an admin. */
    async isOfferedByHand(booking: string, exceptTo: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('booking_requests')
        .select('driver')
        .where('booking', '=', booking)
        .where('driver', '<>', exceptTo)
        .where('outcome', 'is', null)
        .where('expires_at', '>', now)
        .where('by_hand', '=', true)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The open offers of each booking; bookings without one are missing. */
    async openOfEach(bookings: readonly string[]): Promise<Map<string, OpenOffer[]>> {
      const rows = await db
        .selectFrom('booking_requests')
        .select(['booking', 'driver', 'expires_at', 'by_hand', 'offered_by'])
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where('outcome', 'is', null)
        .execute();
      const open = new Map<string, OpenOffer[]>();
      for (const { booking, ...offer } of rows) open.set(booking, [...(open.get(booking) ?? []), offer]);
      return open;
    },

    /**
     * The outcome of each driver's last offer of the booking, null while it is open; without offers that an admin made
     * by hand, which belong to no round of the search.
     */
    async outcomesOf(booking: string): Promise<Map<string, RequestOutcome | null>> {
      const rows = await db
        .selectFrom('booking_requests')
        .select(['driver', 'outcome'])
        .where('booking', '=', booking)
        .where('by_hand', '=', false)
        .execute();
      return new Map(rows.map(({ driver, outcome }) => [driver, outcome]));
    },

    async declinedBy(booking: string): Promise<string[]> {
      return [...((await declinedByEach([booking])).get(booking) ?? [])];
    },

    declinedByEach,

    /** False when the driver has no open offer of the booking. */
    async close(booking: string, driver: string, outcome: RequestOutcome): Promise<boolean> {
      const closed = await db
        .updateTable('booking_requests')
        .set({ outcome })
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .where('outcome', 'is', null)
        .returning('driver')
        .executeTakeFirst();
      return closed !== undefined;
    },

    /** Stores why the driver who had accepted does not drive the booking any more. */
    async reopen(
      booking: string,
      driver: string,
      outcome: 'declined' | 'late' | 'silent' | 'reassigned',
    ): Promise<void> {
      await db
        .updateTable('booking_requests')
        .set({ outcome, follows: null, pickup_at: null })
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .execute();
    },

    /** Closes the driver's open offer as accepted and every other one as lost. Returns the drivers of the others. */
    async closeForOne(booking: string, accepted: string): Promise<string[]> {
      const rows = await db
        .updateTable('booking_requests')
        .set({
          outcome: sql<RequestOutcome>`case when driver = ${accepted}::uuid then 'accepted' else 'lost' end`,
        })
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver).filter((driver) => driver !== accepted);
    },

    /** Closes every open offer of the booking. Returns their drivers. */
    async closeAll(booking: string, outcome: RequestOutcome): Promise<string[]> {
      const rows = await db
        .updateTable('booking_requests')
        .set({ outcome })
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver);
    },

    /** Closes the open offers that have expired. */
    async expire(booking: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('booking_requests')
        .set({ outcome: 'expired' })
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .where('expires_at', '<=', now)
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver);
    },

    /** Those of the bookings that the driver did not get and has no open offer of, with the outcome of their offer. */
    async missedBy(driver: string, bookings: readonly string[]): Promise<MissedBooking[]> {
      if (bookings.length === 0) return [];
      const rows = await db
        .selectFrom('bookings')
        .leftJoin('booking_requests', (join) =>
          join
            .onRef('booking_requests.booking', '=', 'bookings.id')
            .on('booking_requests.driver', '=', driver),
        )
        .select(['bookings.id', 'bookings.pickup', 'booking_requests.booking as offered', 'outcome'])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('bookings as other')
                .select('other.id')
                .where('other.driver', '=', driver)
                .whereRef('other.driver_accept_time', '>=', 'booking_requests.requested_at')
                .whereRef('other.driver_accept_time', '<=', 'booking_requests.expires_at'),
            )
            .as('took_another'),
        )
        .where('bookings.id', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where('bookings.driver', 'is distinct from', driver)
        .execute();
      return rows.flatMap(({ id, pickup, offered, outcome, took_another }): MissedBooking[] => {
        if (offered === null) return [{ id, pickup, offer: null }];
        if (outcome === null || outcome === 'accepted') return [];
        return [{ id, pickup, offer: { outcome, took_another: Boolean(took_another) } }];
      });
    },

    /**
     * Counts the offers since `since` that the driver accepted, declined or let expire. Not counted are offers that
     * ended by another driver's acceptance, a cancellation or the driver's own acceptance of another booking, and those
     * of bookings that dispatch took back.
     */
    async answeredOffers(
      driver: string,
      since: number,
      until = Number.MAX_SAFE_INTEGER,
    ): Promise<{ offers: number; accepted: number }> {
      const { rows } = await sql<{ offers: number; accepted: number }>`
        select count(*)::int as offers, (count(*) filter (where outcome = 'accepted'))::int as accepted
        from booking_requests offer
        where driver = ${driver} and requested_at >= ${since} and requested_at < ${until}
          and ${isAnsweredOffer}`.execute(db);
      return rows[0] ?? { offers: 0, accepted: 0 };
    },

    /** Counts the bookings that the driver accepted since `since`, and those of them that the driver cancelled. */
    async tripsTaken(driver: string, since: number): Promise<Omit<DrivingCounts, 'offers' | 'accepted'>> {
      const { rows } = await sql<Omit<DrivingCounts, 'offers' | 'accepted'>>`
        select count(*)::int as trips,
               (count(*) filter (where cancelled_by = 'driver' and driver_arrive_time is null))::int as cancelled,
               (count(*) filter (where cancelled_by = 'driver' and driver_arrive_time is not null))::int as no_shows
        from bookings
        where driver = ${driver} and driver_accept_time >= ${since}`.execute(db);
      return rows[0] ?? { trips: 0, cancelled: 0, no_shows: 0 };
    },

    /** The NEW bookings due for dispatch of which the driver has an open offer. */
    async dueOffersOf(driver: string, now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('booking_requests')
        .innerJoin('bookings', 'bookings.id', 'booking_requests.booking')
        .select('bookings.id')
        .where('booking_requests.driver', '=', driver)
        .where('booking_requests.outcome', 'is', null)
        .where('booking_requests.expires_at', '>', now)
        .where('bookings.status', '=', 'NEW')
        .where('bookings.dispatch_at', '<=', now)
        .orderBy('bookings.id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** NEW bookings with an open offer to this driver, ordered by expiry. */
    async tasksOf(driver: string, now: number): Promise<OpenTask[]> {
      const rows = await db
        .selectFrom('booking_requests')
        .innerJoin('bookings', 'bookings.id', 'booking_requests.booking')
        .selectAll('bookings')
        .select(['booking_requests.expires_at as expires_at', 'booking_requests.follows as offer_follows'])
        .select('booking_requests.pickup_at as pickup_at')
        .where('booking_requests.driver', '=', driver)
        .where('booking_requests.outcome', 'is', null)
        .where('booking_requests.expires_at', '>', now)
        .where('bookings.status', '=', 'NEW')
        .orderBy('booking_requests.expires_at')
        .limit(50)
        .execute();
      return rows.map(({ expires_at, offer_follows: follows, pickup_at, ...booking }) => ({
        booking,
        expires_at,
        followOn: follows === null || pickup_at === null ? null : { follows, pickup_at },
      }));
    },
  };
}
