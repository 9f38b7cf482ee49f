// SQL of a day's demand: requests without users and addresses, and the number of drivers on duty.

import { MS_PER_HOUR } from '@kerb/domain/kernel';
import type { DutyHour } from '@kerb/lab';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { WhatIfRequestView, WhatIfTables } from './what-if.tables.ts';

/** `from` is included, `until` excluded; ms since the epoch. */
export interface Span {
  from: number;
  until: number;
}

export interface DayCount {
  day: string;
  requests: number;
}

export function dayDemandRepository(queries: Queries) {
  const db = queries.withTables<WhatIfTables>();
  const requestsIn = ({ from, until }: Span) =>
    db.selectFrom('what_if_requests').where('at', '>=', from).where('at', '<', until);
  return {
    /** Number of requests by day of the time zone; days without requests are missing. */
    async countByDay(span: Span, timezone: string): Promise<DayCount[]> {
      const day = sql<string>`to_char(to_timestamp(at / 1000.0) at time zone ${timezone}, 'YYYY-MM-DD')`;
      return requestsIn(span)
        .select([day.as('day'), sql<number>`count(*)::integer`.as('requests')])
        .groupBy(sql`1`)
        .execute();
    },

    /** At most `limit` requests, in order of time. */
    async requests(span: Span, limit: number): Promise<WhatIfRequestView[]> {
      return requestsIn(span).selectAll().orderBy('at').orderBy('pickup_lat').limit(limit).execute();
    },

    /** Number of different drivers seen on duty in each hour since the beginning of the span, by car type. */
    async duty({ from, until }: Span): Promise<DutyHour[]> {
      const rows = await db
        .selectFrom('what_if_duty')
        .select([
          sql<number>`((at - ${from}::bigint) / ${MS_PER_HOUR}::bigint)::integer`.as('hour'),
          'car_type',
          sql<number>`count(distinct driver)::integer`.as('drivers'),
        ])
        .where('at', '>=', from)
        .where('at', '<', until)
        .groupBy(['hour', 'car_type'])
        .orderBy('hour')
        .execute();
      return rows.map(({ hour, car_type, drivers }) => ({ hour, carType: car_type, drivers }));
    },
  };
}
