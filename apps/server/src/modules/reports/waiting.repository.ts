// SQL of waiting times and recent demand, over read-only views.
import type { Dashboard } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { ManagedScope } from '@kerb/domain/identity';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type WaitingTables = {
  report_waiting: {
    id: string;
    status: BookingStatus;
    fleetadmin: string | null;
    accepted_at: number | null;
    arrived_at: number | null;
    asked_since: number | null;
  };
  report_demand: { at: number; lat: number; lng: number; taken: boolean; lost: boolean };
};

export type Waiting = Dashboard['waiting'];
export type Demand = NonNullable<Dashboard['demand']>;

/** `since` is excluded, `until` included; ms since the epoch. */
export interface Span {
  since: number;
  until: number;
}

/** Height of a grid cell: 0.0045 degrees of latitude are 500 m. */
const CELL_DEGREES = 0.0045;
const MAX_PLACES = 200;

/** Median in whole seconds; null without values. */
const medianSecs = (from: string, to: string) =>
  sql<number | null>`round(percentile_cont(0.5) within group (order by ${sql.ref(to)} - ${sql.ref(from)})
    / ${MS_PER_SECOND}::integer)::integer`;

/** Row of the grid for a latitude; below it the width in degrees that makes a cell of the row as wide as it is high. */
const cellRow = sql`floor(lat / ${CELL_DEGREES}::float8)`;
const rowCenter = sql`((${cellRow} + 0.5) * ${CELL_DEGREES}::float8)`;
const cellWidth = sql`(${CELL_DEGREES}::float8 / greatest(0.01, cos(radians(${rowCenter}))))`;

export function waitingRepository(queries: Queries) {
  const db = queries.withTables<WaitingTables>();

  const ofScope = (scope: ManagedScope) =>
    db
      .selectFrom('report_waiting')
      .$if(scope.of === 'fleet', (query) =>
        query.where('fleetadmin', '=', scope.of === 'fleet' ? scope.fleetadmin : null),
      );

  const searching = (now: number) =>
    db
      .selectFrom('report_waiting')
      .select([
        sql<number>`count(*)::integer`.as('searching'),
        sql<number | null>`((${now}::bigint - min(asked_since)) / ${MS_PER_SECOND}::integer)::integer`.as(
          'longest_in_secs',
        ),
      ])
      .where('status', '=', 'NEW')
      .where('asked_since', '<=', now)
      .executeTakeFirstOrThrow();

  const acceptedIn = (scope: ManagedScope, { since, until }: Span) =>
    ofScope(scope)
      .select(medianSecs('asked_since', 'accepted_at').as('secs'))
      .where('accepted_at', '>', since)
      .where('accepted_at', '<=', until)
      .whereRef('accepted_at', '>=', 'asked_since')
      .executeTakeFirstOrThrow();

  const arrivedIn = (scope: ManagedScope, { since, until }: Span) =>
    ofScope(scope)
      .select(medianSecs('accepted_at', 'arrived_at').as('secs'))
      .where('arrived_at', '>', since)
      .where('arrived_at', '<=', until)
      .whereRef('arrived_at', '>=', 'accepted_at')
      .executeTakeFirstOrThrow();

  const askedFor = ({ since, until }: Span) =>
    db.selectFrom('report_demand').where('at', '>', since).where('at', '<=', until);

  return {
    /** Requests still waiting at the end of the span, and the medians of those whose wait ended in it. */
    async waiting(scope: ManagedScope, span: Span): Promise<Waiting> {
      const [now, accepted, arrived] = await Promise.all([
        // A NEW booking has no fleet yet.
        scope.of === 'fleet' ? { searching: null, longest_in_secs: null } : searching(span.until),
        acceptedIn(scope, span),
        arrivedIn(scope, span),
      ]);
      return { ...now, accepted_in_secs: accepted.secs, arrived_in_secs: arrived.secs };
    },

    /** Requests with a trip time in the span, and their places. */
    async demand(span: Span): Promise<Demand> {
      const [totals, places] = await Promise.all([
        askedFor(span)
          .select([
            sql<number>`count(*)::integer`.as('asked'),
            sql<number>`(count(*) filter (where taken))::integer`.as('taken'),
            sql<number>`(count(*) filter (where lost))::integer`.as('lost'),
          ])
          .executeTakeFirstOrThrow(),
        askedFor(span)
          .select([
            sql<number>`${rowCenter}`.as('lat'),
            sql<number>`(floor(lng / ${cellWidth}) + 0.5) * ${cellWidth}`.as('lng'),
            sql<number>`count(*)::integer`.as('asked'),
            sql<number>`(count(*) filter (where lost))::integer`.as('lost'),
          ])
          .groupBy(sql`1, 2`)
          .orderBy('asked', 'desc')
          .orderBy('lat')
          .orderBy('lng')
          .limit(MAX_PLACES)
          .execute(),
      ]);
      return { ...totals, places };
    },
  };
}
