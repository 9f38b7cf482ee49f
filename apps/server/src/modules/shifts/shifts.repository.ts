// SQL of planned shifts: the weekly shifts of drivers, and days with other hours.
import type { ShiftDay, ShiftHours, ShiftPlan, WeeklyShift } from '@kerb/domain/shifts';
import { sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../kit/index.ts';

type ShiftTables = {
  shifts: {
    driver: string;
    weekdays: number[];
    from_time: string;
    until_time: string;
    first_day: string;
    last_day: string | null;
  };
  shift_days: { driver: string; day: string; hours: ShiftHours[] };
};

const noPlan = (): ShiftPlan => ({ shifts: [], days: [] });

export function shiftsRepository(queries: Queries) {
  const db = queries.withTables<ShiftTables>();
  return {
    /** The plans of these drivers; days before `from` (YYYY-MM-DD) are left out. Drivers without one are missing. */
    async plansOf(drivers: readonly string[], from: string): Promise<Map<string, ShiftPlan>> {
      if (drivers.length === 0) return new Map();
      const uids = sql<string>`any(${[...drivers]}::uuid[])`;
      const plans = new Map<string, ShiftPlan>();
      const planOf = (driver: string): ShiftPlan => {
        const plan = plans.get(driver) ?? noPlan();
        plans.set(driver, plan);
        return plan;
      };
      const shifts = await db
        .selectFrom('shifts')
        .select(['driver', 'weekdays', 'from_time as from', 'until_time as until'])
        .select([
          sql<string>`first_day::text`.as('firstDay'),
          sql<string | null>`last_day::text`.as('lastDay'),
        ])
        .where('driver', '=', uids)
        .orderBy('from_time')
        .orderBy(sql`first_day`)
        .execute();
      for (const { driver, ...shift } of shifts) planOf(driver).shifts.push(shift);
      const days = await db
        .selectFrom('shift_days')
        .select(['driver', 'hours', sql<string>`day::text`.as('day')])
        .where('driver', '=', uids)
        .where(sql<boolean>`day >= ${from}::date`)
        .orderBy(sql`shift_days.day`)
        .execute();
      for (const { driver, ...day } of days) planOf(driver).days.push(day);
      return plans;
    },

    /** The drivers who may have a shift on or after `from` (YYYY-MM-DD). */
    async driversWithShifts(from: string): Promise<string[]> {
      const planned = db
        .selectFrom('shifts')
        .select('driver')
        .where(sql<boolean>`(last_day is null or last_day >= ${from}::date)`);
      const changed = db.selectFrom('shift_days').select('driver').where(sql<boolean>`day >= ${from}::date`);
      const rows = await planned.union(changed).execute();
      return rows.map(({ driver }) => driver);
    },

    /** Replaces all weekly shifts of the driver. */
    async replaceShifts(tx: Tx, driver: string, shifts: readonly WeeklyShift[]): Promise<void> {
      await db.deleteFrom('shifts').where('driver', '=', driver).execute();
      const rows = shifts.map(({ weekdays, from, until, firstDay, lastDay }) => ({
        driver,
        weekdays,
        from_time: from,
        until_time: until,
        first_day: firstDay,
        last_day: lastDay,
      }));
      await insertRows(tx, 'shifts', rows);
    },

    async setDay(driver: string, { day, hours }: ShiftDay): Promise<void> {
      await sql`
        insert into shift_days (driver, day, hours) values (${driver}::uuid, ${day}::date, ${JSON.stringify(hours)})
        on conflict (driver, day) do update set hours = excluded.hours`.execute(db);
    },

    async removeDay(driver: string, day: string): Promise<void> {
      await sql`delete from shift_days where driver = ${driver}::uuid and day = ${day}::date`.execute(db);
    },

    async erase(driver: string): Promise<void> {
      await db.deleteFrom('shifts').where('driver', '=', driver).execute();
      await db.deleteFrom('shift_days').where('driver', '=', driver).execute();
    },
  };
}
