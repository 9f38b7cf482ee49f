// The SQL on what bookings keep of people: the copies of names, contacts and pictures made when booking and accepting.
import type { BookingStatus, ProofPhotoName } from '@kerb/domain/booking';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingTables } from '../booking.tables.ts';

export const peopleCopiesRepository = (queries: Queries) => {
  const db = queries.withTables<BookingTables>();
  return {
    /** Whether somebody rides or drives a booking in one of these statuses. */
    async isInOneOf(uid: string, statuses: readonly BookingStatus[]): Promise<boolean> {
      const row = await db
        .selectFrom('booking')
        .select('id')
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .where('status', 'in', statuses)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The person's picture as it is now, on the bookings they are on. */
    async copyImage(uid: string, image: string | null): Promise<void> {
      await db
        .updateTable('booking')
        .set({ customer_image: image })
        .where('customer', '=', uid)
        .where('customer_image', 'is distinct from', image)
        .execute();
      await db
        .updateTable('booking')
        .set({ driver_image: image })
        .where('driver', '=', uid)
        .where('driver_image', 'is distinct from', image)
        .execute();
    },

    /** Takes the person out of every booking; trip, times, places and amounts stay. Answers which bookings those are. */
    async erase(uid: string): Promise<string[]> {
      const ridden = await db
        .updateTable('booking')
        .set({
          ...{ customer_name: '', customer_contact: '', customer_email: '', customer_image: null },
          ...{ customer_token: null, pickup_image: null, deliver_image: null },
          ...{ delivery_person: null, delivery_person_phone: null },
          ...{ pick_up_instructions: null, delivery_instructions: null },
          ...{ rating_comment: null, rider_rating_comment: null },
        })
        .where('customer', '=', uid)
        .returning('id')
        .execute();
      const driven = await db
        .updateTable('booking')
        .set({
          driver_name: '',
          driver_contact: '',
          driver_image: null,
          driver_token: null,
          vehicle_number: '',
          rider_rating_comment: null,
        })
        .where('driver', '=', uid)
        .returning('id')
        .execute();
      return [...ridden, ...driven].map(({ id }) => id);
    },

    /** The bookings of the person, riding, that have proof photos. */
    photographed(uid: string): Promise<Pick<BookingRecord, 'id' | ProofPhotoName>[]> {
      return db
        .selectFrom('booking')
        .select(['id', 'pickup_image', 'deliver_image'])
        .where('customer', '=', uid)
        .where((eb) => eb.or([eb('pickup_image', 'is not', null), eb('deliver_image', 'is not', null)]))
        .execute();
    },

    /** Every booking the person rode or drove, oldest first. */
    bookingsOf(uid: string): Promise<BookingRecord[]> {
      return db
        .selectFrom('booking')
        .selectAll()
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .orderBy('id')
        .execute();
    },
  };
};
