// The SQL of requestedDrivers: who is asked to take a booking, until when, and how it ended.
import type { Queries } from '../../../kit/index.ts';
import type { BookingRecord, BookingRequestRow, BookingTables, RequestOutcome } from '../booking.tables.ts';

/** A driver asked, as bookings are presented with it. */
export type OpenRequest = Pick<BookingRequestRow, 'driver' | 'expires_at'>;

export function requestRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();

  return {
    /**
     * Asks the drivers until `expiresAt`; answers those who are asked now. Whoever declined is not asked again
     * unless `again` is set.
     */
    async ask(
      booking: string,
      drivers: readonly string[],
      { now, expiresAt, again = false }: { now: number; expiresAt: number; again?: boolean },
    ): Promise<string[]> {
      if (drivers.length === 0) return [];
      const rows = await db
        .insertInto('booking_request')
        .values(
          drivers.map((driver) => ({
            booking,
            driver,
            requested_at: now,
            expires_at: expiresAt,
            outcome: null,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['booking', 'driver'])
            .doUpdateSet({ requested_at: now, expires_at: expiresAt, outcome: null })
            .where((eb) =>
              again
                ? eb.val(true)
                : eb('booking_request.outcome', 'is distinct from', eb.val<RequestOutcome>('declined')),
            ),
        )
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver);
    },

    find(booking: string, driver: string): Promise<BookingRequestRow | undefined> {
      return db
        .selectFrom('booking_request')
        .selectAll()
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .executeTakeFirst();
    },

    /** Every driver still asked, by the end of the request. */
    open(booking: string): Promise<OpenRequest[]> {
      return db
        .selectFrom('booking_request')
        .select(['driver', 'expires_at'])
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .orderBy('expires_at')
        .execute();
    },

    async declinedBy(booking: string): Promise<string[]> {
      const rows = await db
        .selectFrom('booking_request')
        .select('driver')
        .where('booking', '=', booking)
        .where('outcome', '=', 'declined')
        .execute();
      return rows.map((row) => row.driver);
    },

    async close(booking: string, driver: string, outcome: RequestOutcome): Promise<void> {
      await db
        .updateTable('booking_request')
        .set({ outcome })
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .where('outcome', 'is', null)
        .execute();
    },

    /** Ends every open request of the booking; answers the drivers who were still asked. */
    async closeAll(booking: string, outcome: RequestOutcome): Promise<string[]> {
      const rows = await db
        .updateTable('booking_request')
        .set({ outcome })
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver);
    },

    /** Ends the open requests whose time is over. */
    async expire(booking: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('booking_request')
        .set({ outcome: 'expired' })
        .where('booking', '=', booking)
        .where('outcome', 'is', null)
        .where('expires_at', '<=', now)
        .returning('driver')
        .execute();
      return rows.map((row) => row.driver);
    },

    /** NEW bookings that ask this driver now, in expiry order. */
    async tasksOf(driver: string, now: number): Promise<{ booking: BookingRecord; expires_at: number }[]> {
      const rows = await db
        .selectFrom('booking_request')
        .innerJoin('booking', 'booking.id', 'booking_request.booking')
        .selectAll('booking')
        .select('booking_request.expires_at as expires_at')
        .where('booking_request.driver', '=', driver)
        .where('booking_request.outcome', 'is', null)
        .where('booking_request.expires_at', '>', now)
        .where('booking.status', '=', 'NEW')
        .orderBy('booking_request.expires_at')
        .limit(50)
        .execute();
      return rows.map(({ expires_at, ...booking }) => ({ booking, expires_at }));
    },
  };
}
