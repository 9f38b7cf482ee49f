// The SQL of personal data in bookings: names, contacts and pictures copied when booking and accepting.
import type { BookingStatus, ProofPhotoName } from '@kerb/domain/booking';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingTables } from './booking.tables.ts';

/** Two decimals of a degree, about 1 km: enough for statistics by area, too little to find a home. */
const roundedDegrees = (degrees: RawBuilder<unknown>) => sql<number>`round((${degrees})::numeric, 2)`;

/** An addressed point as JSON with rounded coordinates, which also replace its address. */
const roundedPoint = (point: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select jsonb_build_object('lat', lat, 'lng', lng, 'add', lat || ', ' || lng)
  from (select ${roundedDegrees(sql`${point} ->> 'lat'`)} as lat, ${roundedDegrees(sql`${point} ->> 'lng'`)} as lng) as rounded)`;

const roundedPoints = (points: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select coalesce(jsonb_agg(${roundedPoint(sql`stop.point`)} order by stop.nth), '[]'::jsonb)
  from jsonb_array_elements(${points}) with ordinality as stop (point, nth))`;

/** A cancelled booking has a reason, possibly empty. */
const emptyReason = sql<string | null>`case when reason is not null then '' end`;

/** Ids of a user's bookings, as rider and as driver. */
export interface ErasedBookings {
  readonly ridden: readonly string[];
  readonly driven: readonly string[];
}

export const personalDataRepository = (queries: Queries) => {
  const db = queries.withTables<BookingTables>();

  /**
   * Removes the trails of these bookings, the admins' notes on refunds and fare reviews, and the user's quotes. Rounds
   * the positions of the steps, because they show the door where the driver waited.
   */
  async function eraseRoutes(uid: string, bookings: readonly string[]): Promise<void> {
    const isOfThese = sql<boolean>`booking = any(${[...bookings]}::uuid[])`;
    await db.deleteFrom('booking_trails').where(isOfThese).execute();
    await db
      .updateTable('booking_timeline_entries')
      .set({ lat: roundedDegrees(sql`lat`), lng: roundedDegrees(sql`lng`) })
      .where(isOfThese)
      .execute();
    await db.updateTable('booking_refunds').set({ reason: '' }).where(isOfThese).execute();
    await db.updateTable('fare_reviews').set({ note: '' }).where(isOfThese).execute();
    await db.deleteFrom('quotes').where('made_for', '=', uid).execute();
  }

  return {
    /** Whether the user is rider or driver of a booking in one of these statuses. */
    async isInOneOf(uid: string, statuses: readonly BookingStatus[]): Promise<boolean> {
      const row = await db
        .selectFrom('bookings')
        .select('id')
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .where('status', 'in', statuses)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Whether the user was rider or driver of a booking with an open fare review. */
    async hasOpenFareReview(uid: string): Promise<boolean> {
      const row = await db
        .selectFrom('bookings')
        .select('id')
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .where('fare_review', '=', 'open')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Whether a provider has not finished a refund of one of the rider's bookings. */
    async hasPendingRefund(uid: string): Promise<boolean> {
      const row = await db
        .selectFrom('booking_refunds')
        .innerJoin('bookings', 'bookings.id', 'booking_refunds.booking')
        .select('booking_refunds.id')
        .where('bookings.customer', '=', uid)
        .where('booking_refunds.status', '=', 'pending')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Updates the user's picture on their bookings. */
    async copyImage(uid: string, image: string | null): Promise<void> {
      await db
        .updateTable('bookings')
        .set({ customer_image: image })
        .where('customer', '=', uid)
        .where('customer_image', 'is distinct from', image)
        .execute();
      await db
        .updateTable('bookings')
        .set({ driver_image: image })
        .where('driver', '=', uid)
        .where('driver_image', 'is distinct from', image)
        .execute();
    },

    /**
     * Removes the user's personal data from every booking; times, distances and amounts stay, a rider's places are
     * rounded. Returns those bookings.
     */
    async erase(uid: string): Promise<ErasedBookings> {
      const ridden = await db
        .updateTable('bookings')
        .set({
          customer_name: '',
          customer_contact: '',
          customer_email: '',
          customer_image: null,
          customer_token: null,
          pickup_image: null,
          deliver_image: null,
          delivery_person: null,
          delivery_person_phone: null,
          pick_up_instructions: null,
          delivery_instructions: null,
          rating_comment: null,
          rider_rating_comment: null,
          reason: emptyReason,
          polyline: '',
          driven_line: null,
          pickup: roundedPoint(sql.ref('pickup')),
          drop_point: roundedPoint(sql.ref('drop_point')),
          waypoints: roundedPoints(sql.ref('waypoints')),
        })
        .where('customer', '=', uid)
        .returning('id')
        .execute();
      const driven = await db
        .updateTable('bookings')
        .set({
          driver_name: '',
          driver_contact: '',
          driver_image: null,
          driver_token: null,
          vehicle_number: '',
          vehicle_description: null,
          reason: emptyReason,
          rating_comment: null,
          rider_rating_comment: null,
        })
        .where('driver', '=', uid)
        .returning('id')
        .execute();
      await eraseRoutes(
        uid,
        ridden.map(({ id }) => id),
      );
      return { ridden: ridden.map(({ id }) => id), driven: driven.map(({ id }) => id) };
    },

    /** The rider's bookings with proof photos. */
    photographed(uid: string): Promise<Pick<BookingRecord, 'id' | ProofPhotoName>[]> {
      return db
        .selectFrom('bookings')
        .select(['id', 'pickup_image', 'deliver_image'])
        .where('customer', '=', uid)
        .where((eb) => eb.or([eb('pickup_image', 'is not', null), eb('deliver_image', 'is not', null)]))
        .execute();
    },

    /** Every booking of the user as rider or driver, oldest first. */
    bookingsOf(uid: string): Promise<BookingRecord[]> {
      return db
        .selectFrom('bookings')
        .selectAll()
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .orderBy('id')
        .execute();
    },
  };
};
