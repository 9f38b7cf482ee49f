// The SQL of booking_refund: what went back of a booking's money, and whether it has arrived.
import { type Minor, minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingRefund, BookingTables } from '../booking.tables.ts';

export function refundRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async add(refund: BookingRefund): Promise<void> {
      await db.insertInto('booking_refund').values(refund).execute();
    },

    /** Newest first. */
    ofBooking(booking: string): Promise<BookingRefund[]> {
      return db
        .selectFrom('booking_refund')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /**
     * What of a paid trip went back so far, and how much of it to the card: granted by admins, or paid back by the
     * provider itself. Call it while the booking is held.
     */
    async given(booking: Pick<BookingRecord, 'id' | 'payment'>): Promise<{ amount: Minor; toCard: Minor }> {
      const { amount, to_card } = await db
        .selectFrom('booking_refund')
        .select([
          sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
          sql<number>`coalesce(sum(to_card), 0)::bigint`.as('to_card'),
        ])
        .where('booking', '=', booking.id)
        .where((eb) => eb.or([eb('granted_by', 'is not', null), eb('payment', '=', booking.payment)]))
        .executeTakeFirstOrThrow();
      return { amount: minor(amount), toCard: minor(to_card) };
    },

    /** The refund that was still pending, now ended this way; undefined when it had ended before. */
    end(id: string, status: 'done' | 'failed'): Promise<BookingRefund | undefined> {
      return db
        .updateTable('booking_refund')
        .set({ status })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
    },
  };
}
