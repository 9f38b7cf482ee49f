// The SQL of reports: sums and counts over the view report_bookings; nothing is ever written.
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

/** Minor units. */
export interface GrossEarnings {
  today: Minor;
  month: Minor;
  total: Minor;
}

const within = <O>(query: ReportQuery<O>, scope: ManagedScope): ReportQuery<O> =>
  scope.of === 'fleet' ? query.where('fleetadmin', '=', scope.fleetadmin) : query;

const sumSince = (since: number | null) => {
  const sum = sql`sum(convenience_fees)`;
  const counted = since === null ? sum : sql`${sum} filter (where paid_at >= ${since})`;
  return sql<Minor>`coalesce(${counted}, 0)::bigint`;
};

export function reportsRepository(queries: Queries) {
  const db = queries.withTables<ReportTables>();
  return {
    /** Convenience fees of PAID and COMPLETE bookings; `day` and `month` are when those began, in ms. */
    grossEarnings(scope: ManagedScope, began: { day: number; month: number }): Promise<GrossEarnings> {
      const earned = db
        .selectFrom('report_bookings')
        .select([
          sumSince(began.day).as('today'),
          sumSince(began.month).as('month'),
          sumSince(null).as('total'),
        ])
        // Written as in the index, which holds no others.
        .where(sql<boolean>`status in ('PAID', 'COMPLETE') and convenience_fees > 0`);
      return within(earned, scope).executeTakeFirstOrThrow();
    },

    /** How many bookings are in each active status; statuses without any are left out. */
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
