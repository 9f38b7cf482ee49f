// The SQL of a booking's refunds and their status.
import { type Minor, minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingRefund, BookingTables, NewBookingRefund } from './booking.tables.ts';

export function refundRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async add(refund: NewBookingRefund): Promise<void> {
      await db.insertInto('booking_refunds').values(refund).execute();
    },

    /** Newest first. */
    ofBooking(booking: string): Promise<BookingRefund[]> {
      return db
        .selectFrom('booking_refunds')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /** The refunds of these bookings, newest first. */
    ofBookings(bookings: readonly string[]): Promise<BookingRefund[]> {
      return db
        .selectFrom('booking_refunds')
        .selectAll()
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /**
     * The refunded total of a paid trip and the part of it that went to the card: granted by admins, or issued by the
     * provider. Call it while holding the booking's row lock.
     */
    async given(booking: Pick<BookingRecord, 'id' | 'payment'>): Promise<{ amount: Minor; toCard: Minor }> {
      const { amount, to_card } = await db
        .selectFrom('booking_refunds')
        .select([
          sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
          sql<number>`coalesce(sum(to_card), 0)::bigint`.as('to_card'),
        ])
        .where('booking', '=', booking.id)
        .where((eb) => eb.or([eb('granted_by', 'is not', null), eb('payment', '=', booking.payment)]))
        .executeTakeFirstOrThrow();
      return { amount: minor(amount), toCard: minor(to_card) };
    },

    /** Ends a pending refund; undefined when it had already ended. `held`: it failed and waits for an admin. */
    end(id: string, result: 'done' | 'failed' | 'held'): Promise<BookingRefund | undefined> {
      const isHeld = result === 'held';
      return db
        .updateTable('booking_refunds')
        .set({ status: isHeld ? 'failed' : result, held: isHeld })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
    },

    /** Marks what waited for an admin as refunded; returns whether anything waited. */
    async endHeld(booking: string, payment: string): Promise<boolean> {
      const ended = await db
        .updateTable('booking_refunds')
        .set({ status: 'done', held: false })
        .where('booking', '=', booking)
        .where('payment', '=', payment)
        .where('held', '=', true)
        .returning('id')
        .execute();
      return ended.length > 0;
    },
  };
}
