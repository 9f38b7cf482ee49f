// The SQL of reservations: the driver planned for each later booking.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface ReservationRow {
  booking: string;
  driver: string;
  /** When the driver could be at the pickup, ms since the epoch. */
  arrives_at: number;
  /** ms since the epoch */
  planned_at: number;
  /** Whether another driver could be at the pickup in time instead. */
  replaceable: boolean;
}

type ReservationTables = { dispatch_reservations: ReservationRow };

export function reservationsRepository(queries: Queries) {
  const db = queries.withTables<ReservationTables>();
  const all = () => db.selectFrom('dispatch_reservations').selectAll();

  return {
    /** Takes the advisory lock of planning until the transaction ends; false while another transaction has it. */
    async lockPlan(): Promise<boolean> {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('dispatch:plan-later', 0)) as locked`.execute(db);
      return rows[0]?.locked ?? false;
    },

    all: (): Promise<ReservationRow[]> => all().orderBy('booking').execute(),

    ofBooking: (booking: string): Promise<ReservationRow | undefined> =>
      all().where('booking', '=', booking).executeTakeFirst(),

    /** The driver planned for each of the bookings; those without one are missing. */
    async driversOf(bookings: readonly string[]): Promise<Map<string, string>> {
      if (bookings.length === 0) return new Map();
      const rows = await all()
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .execute();
      return new Map(rows.map(({ booking, driver }) => [booking, driver]));
    },

    /** The bookings that no other driver could reach in time, by the driver planned for each. */
    async irreplaceable(): Promise<Map<string, string>> {
      const rows = await all().where('replaceable', '=', false).execute();
      return new Map(rows.map(({ booking, driver }) => [driver, booking]));
    },

    /** Whether the booking has a reservation, or one of the drivers is planned for any. */
    async concerns(booking: string | null, driver: string | null): Promise<boolean> {
      const row = await db
        .selectFrom('dispatch_reservations')
        .select('booking')
        .where((eb) => eb.or([eb('booking', '=', booking), eb('driver', '=', driver)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Replaces the whole plan. */
    async replaceAll(rows: readonly ReservationRow[]): Promise<void> {
      await db.deleteFrom('dispatch_reservations').execute();
      if (rows.length > 0)
        await db
          .insertInto('dispatch_reservations')
          .values([...rows])
          .execute();
    },

    /** False for a driver without a reservation. */
    async eraseDriver(driver: string): Promise<boolean> {
      const erased = await db
        .deleteFrom('dispatch_reservations')
        .where('driver', '=', driver)
        .returning('booking')
        .executeTakeFirst();
      return erased !== undefined;
    },
  };
}
