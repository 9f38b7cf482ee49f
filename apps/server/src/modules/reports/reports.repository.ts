// SQL of the dashboard: sums and counts over the view report_bookings, and the all-time sums.
import { activeStatuses, type BookingStatus } from '@kerb/domain/booking';
import type { ManagedScope } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type ReportTables = {
  report_bookings: {
    id: string;
    status: BookingStatus;
    fleetadmin: string | null;
    convenience_fees: Minor;
    paid_at: number | null;
  };
};
type ReportQuery<O> = SelectQueryBuilder<ReportTables, 'report_bookings', O>;

/** Amounts in minor units. */
export interface GrossEarnings {
  today: Minor;
  month: Minor;
  total: Minor;
  /** Sums of the previous day and month, up to the same time. */
  day_before: Minor;
  month_before: Minor;
}

/** ms since the epoch; `until` is excluded. */
export interface Period {
  from: number;
  until: number;
}

export interface EarningPeriods {
  /** Beginnings of the day and the month, ms since the epoch. */
  day: number;
  month: number;
  dayBefore: Period;
  monthBefore: Period;
}

const within = <O>(query: ReportQuery<O>, scope: ManagedScope): ReportQuery<O> =>
  scope.of === 'fleet' ? query.where('fleetadmin', '=', scope.fleetadmin) : query;

const sumSince = (since: number) =>
  sql<Minor>`coalesce(sum(convenience_fees) filter (where paid_at >= ${since}), 0)::bigint`;

const sumWithin = ({ from, until }: Period) =>
  sql<Minor>`coalesce(sum(convenience_fees) filter (where paid_at >= ${from} and paid_at < ${until}), 0)::bigint`;

/** Bookings paid before this time are included in the sums of fleets. */
const summedUntil = sql<number>`(select paid_at from earned_fees_until)`;

/** Written like the condition of the partial index. */
const hasFees = sql<boolean>`status in ('PAID', 'COMPLETE') and convenience_fees > 0`;

/**
 * The sums of fleets, and the bookings since then. `from`: the query reads the bookings paid since this time. Those
 * before it are read separately, and normally there are none: with a single bound that is only known when the statement
 * runs, PostgreSQL expects a third of all bookings and starts further processes, which take longer than the sum.
 */
function sumOfAllTime(scope: ManagedScope, from: number) {
  const ofFleet = scope.of === 'fleet' ? sql`fleetadmin = ${scope.fleetadmin}::uuid` : sql`true`;
  return sql<Minor>`(coalesce(sum(convenience_fees) filter (where paid_at >= ${summedUntil}), 0)
    + (select coalesce(sum(convenience_fees), 0) from report_bookings
       where ${hasFees} and paid_at >= ${summedUntil} and paid_at < ${from}::bigint and ${ofFleet})
    + (select coalesce(sum(convenience_fees), 0) from earned_fees where ${ofFleet}))::bigint`;
}

export function reportsRepository(queries: Queries) {
  const db = queries.withTables<ReportTables>();
  return {
    /** Convenience fees of PAID and COMPLETE bookings. */
    grossEarnings(scope: ManagedScope, periods: EarningPeriods): Promise<GrossEarnings> {
      const earned = db
        .selectFrom('report_bookings')
        .select([
          sumSince(periods.day).as('today'),
          sumSince(periods.month).as('month'),
          sumOfAllTime(scope, periods.monthBefore.from).as('total'),
          sumWithin(periods.dayBefore).as('day_before'),
          sumWithin(periods.monthBefore).as('month_before'),
        ])
        .where(hasFees)
        .where('paid_at', '>=', periods.monthBefore.from);
      return within(earned, scope).executeTakeFirstOrThrow();
    },

    /** Extends the sums of fleets to the bookings paid before `until`, which must be at least two days ago. */
    async sumEarnedFees(until: number): Promise<void> {
      await sql`select earned_fees_move_on(${until}::bigint)`.execute(db);
    },

    /** Number of bookings in each active status; statuses without bookings are left out. */
    async activeByStatus(scope: ManagedScope): Promise<Map<BookingStatus, number>> {
      const counted = db
        .selectFrom('report_bookings')
        .select(['status', sql<number>`count(*)::integer`.as('bookings')])
        .where('status', 'in', activeStatuses)
        .groupBy('status');
      const rows = await within(counted, scope).execute();
      return new Map(rows.map(({ status, bookings }) => [status, bookings]));
    },
  };
}
