// SQL of recurring bookings and of their days.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type {
  RecurringBookingRow,
  RecurringBookingTables,
  RecurringDayRow,
} from './recurring-bookings.tables.ts';

export interface RecurringBookingPage {
  rider?: string | undefined;
  /** `is` true: those that are not stopped and have a last day from `today` on; false: the others. */
  active?: { is: boolean; today: string } | undefined;
  /** The last id of the previous page. */
  after?: string | undefined;
  limit: number;
}

const columns = [
  'id',
  'rider',
  'waypoints',
  'car_type',
  'instruction_data',
  'parcel_type',
  'option',
  'payment_mode',
  'weekdays',
  'time_of_day',
  'created_by',
  'created_at',
  'stopped_at',
  'stopped_by',
] as const;

/**
 * Days as text (YYYY-MM-DD), because the database driver would convert a date to a time in this machine's time zone.
 */
const written = [
  sql<string>`first_day::text`.as('first_day'),
  sql<string | null>`last_day::text`.as('last_day'),
  sql<string[]>`skipped_days::text[]`.as('skipped_days'),
] as const;

const dayColumns = ['recurring_booking', sql<string>`day::text`.as('day'), 'booking', 'problem'] as const;

const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export function recurringBookingsRepository(queries: Queries) {
  const db = queries.withTables<RecurringBookingTables>();
  /** Rows of deleted accounts have no places and are left out. */
  const rows = () =>
    db
      .selectFrom('recurring_bookings')
      .select(columns)
      .select(written)
      .select(['pickup', 'drop_point'])
      .where('pickup', 'is not', null)
      .where('drop_point', 'is not', null)
      .$narrowType<Pick<RecurringBookingRow, 'pickup' | 'drop_point'>>();

  async function dayOf(id: string, day: string): Promise<RecurringDayRow | null> {
    const row = await db
      .selectFrom('recurring_booking_days')
      .select(dayColumns)
      .where('recurring_booking', '=', id)
      .where(sql<boolean>`day = ${day}::date`)
      .executeTakeFirst();
    return row ?? null;
  }

  return {
    dayOf,

    async insert({ pickup, drop_point, waypoints, instruction_data, ...row }: RecurringBookingRow) {
      await db
        .insertInto('recurring_bookings')
        .values({
          ...row,
          pickup: JSON.stringify(pickup),
          drop_point: JSON.stringify(drop_point),
          waypoints: JSON.stringify(waypoints),
          instruction_data: orNull(instruction_data),
        })
        .execute();
    },

    async find(id: string): Promise<RecurringBookingRow | null> {
      return (await rows().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Locks the recurring booking until the transaction ends. */
    async lock(id: string): Promise<RecurringBookingRow | null> {
      return (await rows().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
    },

    /** Like `lock`, with a lock that several transactions can share. */
    async lockShared(id: string): Promise<RecurringBookingRow | null> {
      return (await rows().where('id', '=', id).forShare().executeTakeFirst()) ?? null;
    },

    /** Newest first. */
    page({ rider, active, after, limit }: RecurringBookingPage): Promise<RecurringBookingRow[]> {
      let query = rows().orderBy('id', 'desc').limit(limit);
      if (rider !== undefined) query = query.where('rider', '=', rider);
      if (after !== undefined) query = query.where('id', '<', after);
      if (active !== undefined) {
        const isActive = sql<boolean>`(stopped_at is null and (last_day is null or last_day >= ${active.today}::date))`;
        query = query.where(active.is ? isActive : sql<boolean>`not ${isActive}`);
      }
      return query.execute();
    },

    /** Those that may have a trip on one of these days, ordered by id. */
    recurringWithin(
      { from, until }: { from: string; until: string },
      after: string | null,
      limit: number,
    ): Promise<RecurringBookingRow[]> {
      let query = rows()
        .where('stopped_at', 'is', null)
        .where(sql<boolean>`first_day <= ${until}::date`)
        .where(sql<boolean>`(last_day is null or last_day >= ${from}::date)`)
        .orderBy('id')
        .limit(limit);
      if (after !== null) query = query.where('id', '>', after);
      return query.execute();
    },

    async setSkippedDays(id: string, days: readonly string[]): Promise<void> {
      await db
        .updateTable('recurring_bookings')
        .set({ skipped_days: sql<string[]>`${[...days]}::text[]::date[]` })
        .where('id', '=', id)
        .execute();
    },

    /** Replaces a stored description of the car type's parcel types or options. */
    async renameChoice(
      carType: string,
      column: 'parcel_type' | 'option',
      { from, to }: { from: string; to: string },
    ): Promise<void> {
      await db
        .updateTable('recurring_bookings')
        .set({ [column]: to })
        .where('car_type', '=', carType)
        .where(column, '=', from)
        .execute();
    },

    async stop(id: string, at: number, by: string): Promise<void> {
      await db
        .updateTable('recurring_bookings')
        .set({ stopped_at: at, stopped_by: by })
        .where('id', '=', id)
        .where('stopped_at', 'is', null)
        .execute();
    },

    /** Stops those of a rider that are not stopped; returns their ids. */
    async stopOf(rider: string, at: number, by: string): Promise<string[]> {
      const stopped = await db
        .updateTable('recurring_bookings')
        .set({ stopped_at: at, stopped_by: by })
        .where('rider', '=', rider)
        .where('stopped_at', 'is', null)
        .returning('id')
        .execute();
      return stopped.map(({ id }) => id);
    },

    /** The days from `from` on that were booked or failed, in order. */
    async daysOf(ids: readonly string[], from: string): Promise<RecurringDayRow[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('recurring_booking_days')
        .select(dayColumns)
        .where('recurring_booking', 'in', ids)
        .where(sql<boolean>`day >= ${from}::date`)
        .orderBy('recurring_booking')
        .orderBy('day')
        .execute();
    },

    /** False when the day already has a booking. The second of two concurrent transactions waits for the first. */
    async setBooking(id: string, day: string, booking: string): Promise<boolean> {
      const row = await db
        .insertInto('recurring_booking_days')
        .values({ recurring_booking: id, day, booking, problem: null })
        .onConflict((conflict) =>
          conflict
            .columns(['recurring_booking', 'day'])
            .doUpdateSet({ booking, problem: null })
            .where('recurring_booking_days.booking', 'is', null),
        )
        .returning('recurring_booking')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Stores an error code for the day. False when the day has a booking or already had this error. */
    async setProblem(id: string, day: string, problem: string): Promise<boolean> {
      const before = await dayOf(id, day);
      const row = await db
        .insertInto('recurring_booking_days')
        .values({ recurring_booking: id, day, booking: null, problem })
        .onConflict((conflict) =>
          conflict
            .columns(['recurring_booking', 'day'])
            .doUpdateSet({ problem })
            .where('recurring_booking_days.booking', 'is', null),
        )
        .returning('recurring_booking')
        .executeTakeFirst();
      return row !== undefined && before?.problem !== problem;
    },

    /** Resets the day to not tried. */
    async resetDay(id: string, day: string): Promise<void> {
      await db
        .deleteFrom('recurring_booking_days')
        .where('recurring_booking', '=', id)
        .where(sql<boolean>`day = ${day}::date`)
        .execute();
    },

    /** Stops the rider's recurring bookings and removes their places and instructions. */
    async erase(rider: string, at: number): Promise<void> {
      await db
        .updateTable('recurring_bookings')
        .set({
          stopped_at: sql<number>`coalesce(stopped_at, ${at})`,
          pickup: null,
          drop_point: null,
          waypoints: '[]',
          instruction_data: null,
        })
        .where('rider', '=', rider)
        .execute();
    },

    /** All recurring bookings of a rider, in creation order. */
    allOf(rider: string): Promise<RecurringBookingRow[]> {
      return rows().where('rider', '=', rider).orderBy('id').execute();
    },
  };
}
