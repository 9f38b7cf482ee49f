// SQL of earnings: each month is summed separately, in minor units, from covering indexes.
import type { ManagedScope, Usertype } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { MonthNumber, ReportMonth } from './report-months.ts';

/** Sums in minor units. */
export interface EarningSums {
  total_rides: number;
  cancelled_rides: number;
  trip_cost: Minor;
  driver_share: Minor;
  cancellation_fee: Minor;
  convenience_fees: Minor;
  discount_amount: Minor;
  refunds: Minor;
}

export type MonthSums = EarningSums & { number: MonthNumber };

export interface ShareSums {
  number: MonthNumber;
  /** Uid of a driver or fleet admin; null for the drivers without a fleet. */
  uid: string | null;
  total_rides: number;
  driver_share: Minor;
}

export interface ShareFilter {
  by: 'driver' | 'fleet';
  driver: string | undefined;
  fleetadmin: string | undefined;
  limit: number;
}

export interface ReportPerson {
  uid: string;
  name: string;
  vehicle_number: string;
  fleet: string;
  usertype: Usertype;
  /** Uid of the current fleet admin; null without one, and for fleet admins. */
  fleetadmin: string | null;
}

const total = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::bigint`;

const monthTable = (months: readonly ReportMonth[]): RawBuilder<unknown> => sql`
  unnest(${months.map(({ number }) => number)}::integer[], ${months.map(({ starts }) => starts)}::bigint[],
         ${months.map(({ ends }) => ends)}::bigint[]) as m (number, starts, ends)`;

const nameOf = (alias: string) =>
  sql`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

export function earningsRepository(queries: Queries) {
  const db = queries.withTables<Record<never, never>>();
  return {
    /** Times of the first and the last event that a report counts; null without any. */
    async extent(): Promise<{ first: number; last: number } | null> {
      const { rows } = await sql<{ first: number | null; last: number | null }>`
        select first, last from report_extent`.execute(db);
      const [{ first, last } = { first: null, last: null }] = rows;
      return first === null || last === null ? null : { first, last };
    },

    /** The months with earnings or refunds, newest first. */
    async byMonth(months: readonly ReportMonth[]): Promise<MonthSums[]> {
      const { rows } = await sql<MonthSums>`
        select m.number, earned.*, given.refunds
        from ${monthTable(months)}
        cross join lateral (
          select count(*)::integer as total_rides, (count(*) filter (where cancelled))::integer as cancelled_rides,
                 ${total('trip_cost')} as trip_cost, ${total('driver_share')} as driver_share,
                 ${total('cancellation_fee')} as cancellation_fee,
                 ${total('convenience_fees')} as convenience_fees, ${total('discount_amount')} as discount_amount
          from report_earnings where at >= m.starts and at < m.ends) as earned
        cross join lateral (
          select ${total('amount')} as refunds
          from report_refunds where at >= m.starts and at < m.ends) as given
        where earned.total_rides > 0 or given.refunds <> 0
        order by m.number desc`.execute(db);
      return rows;
    },

    /** At most `limit` rows, ordered by month (newest first) and share (highest first). */
    async shares(months: readonly ReportMonth[], filter: ShareFilter): Promise<ShareSums[]> {
      const { by, driver, fleetadmin, limit } = filter;
      const who = sql.ref(by === 'driver' ? 'driver' : 'fleetadmin');
      const { rows } = await sql<ShareSums>`
        select m.number, s.uid, s.total_rides, s.driver_share
        from ${monthTable(months)}
        cross join lateral (
          select ${who} as uid, count(*)::integer as total_rides, ${total('driver_share')} as driver_share
          from report_earnings
          where at >= m.starts and at < m.ends and not cancelled
            and (${driver ?? null}::uuid is null or driver = ${driver ?? null}::uuid)
            and (${fleetadmin ?? null}::uuid is null or fleetadmin = ${fleetadmin ?? null}::uuid)
          group by ${who}) as s
        order by m.number desc, s.driver_share desc, s.uid limit ${limit}`.execute(db);
      return rows;
    },

    /**
     * Drivers with their data at the latest trip, or the current data without a trip; fleet admins with their current
     * data. For a fleet, drivers have their data at the latest trip for that fleet, because the vehicle and the fleet
     * that a driver moved to do not concern it.
     */
    async people(
      uids: readonly string[],
      fleetadmin: string | null = null,
    ): Promise<Map<string, ReportPerson>> {
      const ofFleet = sql`${fleetadmin}::uuid`;
      const { rows } = await sql<ReportPerson>`
        select p.uid, coalesce(nullif(${nameOf('p')}, ''), last.driver_name, '') as name,
               coalesce(
                 nullif(last.vehicle_number, ''),
                 case when ${ofFleet} is null or p.fleetadmin = ${ofFleet} then p.vehicle_number end, ''
               ) as vehicle_number,
               coalesce(${nameOf('f')}, '') as fleet, p.usertype, p.fleetadmin
        from report_people p
        left join report_people f on f.uid = coalesce(${ofFleet}, p.fleetadmin)
        left join lateral (
          select driver_name, vehicle_number from report_trips t
          where t.driver = p.uid and (${ofFleet} is null or t.fleetadmin = ${ofFleet})
          order by t.id desc limit 1) as last on true
        where p.uid = any (${uids}::uuid[])`.execute(db);
      return new Map(rows.map((row) => [row.uid, row]));
    },

    /** Whether the driver belongs, or belonged on a trip, to the scope. */
    async hasDriver(scope: ManagedScope, uid: string): Promise<boolean> {
      const fleet = scope.of === 'fleet' ? scope.fleetadmin : null;
      const { rows } = await sql`
        select 1 from report_people p
        where p.uid = ${uid}::uuid and p.usertype = 'driver' and (
          ${fleet}::uuid is null or p.fleetadmin = ${fleet}::uuid or exists (
            select 1 from report_trips t
            where t.driver = p.uid and t.fleetadmin = ${fleet}::uuid and t.status in ('PAID', 'COMPLETE')))
        `.execute(db);
      return rows.length > 0;
    },

    async hasFleet(scope: ManagedScope, uid: string): Promise<boolean> {
      if (scope.of === 'fleet') return scope.fleetadmin === uid;
      const { rows } = await sql`
        select 1 from report_people where uid = ${uid}::uuid and usertype = 'fleetadmin'`.execute(db);
      return rows.length > 0;
    },

    /** Whether the user is a driver in the scope now. */
    async managesDriver(scope: ManagedScope, uid: string): Promise<boolean> {
      const fleet = scope.of === 'fleet' ? scope.fleetadmin : null;
      const { rows } = await sql`
        select 1 from report_people where uid = ${uid}::uuid and usertype = 'driver'
          and (${fleet}::uuid is null or fleetadmin = ${fleet}::uuid)`.execute(db);
      return rows.length > 0;
    },
  };
}
