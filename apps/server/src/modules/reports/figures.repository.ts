// SQL of the operator's figures over a limited period: waiting time, completion, acceptance, use of drivers, accuracy
// of quotes, and cancel reasons.
import type { FiguresBy } from '@kerb/contract';
import type { NamedArea } from '@kerb/domain/figures';
import type { ManagedScope } from '@kerb/domain/identity';
import { MS_PER_DAY, MS_PER_SECOND, type Span } from '@kerb/domain/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import {
  busyFrom,
  busyUntil,
  isAnsweredOffer,
  isCountedIn,
  isDriven,
  isUnderWayIn,
  wantedDay,
  wantedHour,
} from '../booking/index.ts';
import { POSITION_VALID_MS } from '../fleet/index.ts';

/** Grouping of the figures; `areas` of the grid cells with pickups in the period or the previous one. */
export interface FigureGrouping {
  by: FiguresBy;
  timezone: string;
  areas: readonly NamedArea[];
}

/** Part of a period that belongs to a group: an hour, a day, or the whole. Slots are ordered and without gaps. */
export interface FigureSlot extends Span {
  key: string;
}

/** `key` is null for the whole period; ratios are the actual value ÷ the quoted value. */
export interface BookingFigures {
  key: string | null;
  ended: number;
  completed: number;
  waited: number;
  /** Median and 90th percentile; null without any waiting time. */
  waiting: number[] | null;
  timed: number;
  time_ratio: number | null;
  time_error: number | null;
  priced: number;
  fare_ratio: number | null;
  fare_error: number | null;
}

export interface OfferFigures {
  key: string | null;
  bookings: number;
  offers: number;
  accepted: number;
}

export interface DutyFigures {
  key: string | null;
  bookings: number;
  duty_ms: number;
  busy_ms: number;
}

export interface ReasonCount {
  reason: string;
  bookings: number;
}

const MAX_REASONS = 30;
/** More cells than a city has; limits the lookup of area names to about 100,000 square kilometres. */
const MAX_CELLS = 2000;
/** Maximum length of a period on duty; see duty-periods.repository.ts. */
const DUTY_LOOK_BACK_MS = MS_PER_DAY;

const inFleet = (scope: ManagedScope): RawBuilder<boolean> =>
  scope.of === 'fleet' ? sql<boolean>`fleetadmin = ${scope.fleetadmin}::uuid` : sql<boolean>`true`;

const wantedIn = ({ starts, ends }: Span): RawBuilder<boolean> =>
  sql<boolean>`tripdate >= ${starts}::bigint and tripdate < ${ends}::bigint`;

/** SQL expression for the group of a booking, as text. */
function keyOf({ by, timezone }: FigureGrouping): RawBuilder<string> {
  switch (by) {
    case 'hour':
      return sql<string>`${wantedHour(timezone)}::text`;
    case 'day':
      return wantedDay(timezone);
    case 'area':
      return sql<string>`areas.area::text`;
  }
}

/** Joins each pickup's cell to its area. */
function joinedAreas({ by, areas }: FigureGrouping): RawBuilder<unknown> {
  if (by !== 'area') return sql``;
  const cells = areas.flatMap((area) => area.cells);
  const indexes = areas.flatMap((area, index) => area.cells.map(() => index));
  return sql`join unnest(${cells}::text[], ${indexes}::integer[]) as areas (cell, area) on areas.cell = pickup_cell`;
}

/** Groups by the key, and adds a total over all rows. */
const groupedBy = sql`group by grouping sets ((key), ())`;

const { waiting: isWaitedFor, completion: isEnded, time: isTimed, fare: isPriced } = isCountedIn;
const timeRatio = sql`total_trip_time::float8 / nullif(estimate_time_secs, 0)`;
const fareRatio = sql`trip_cost::float8 / nullif(estimate, 0)`;
const waitedSecs = sql`(driver_arrive_time - dispatch_at) / ${MS_PER_SECOND}::float8`;
const half = (value: RawBuilder<unknown>, where: RawBuilder<boolean>) =>
  sql<number | null>`percentile_cont(0.5) within group (order by ${value}) filter (where ${where})`;
const nineTenths = (ratio: RawBuilder<unknown>, where: RawBuilder<boolean>) =>
  sql<number | null>`percentile_cont(0.9) within group (order by abs(${ratio} - 1)) filter (where ${where})`;
const countOf = (where: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${where}))::integer`;

/** End of a period on duty: now, or when the driver's last position expired. */
const dutyUntil = (now: number) => sql`coalesce(ended_at, greatest(started_at,
  least(${now}::bigint, seen_at + ${POSITION_VALID_MS}::bigint)))`;

/** Splits spans (from, until) at the slots; gives the ms in each slot and its group. */
const cutAtSlots = (spans: RawBuilder<unknown>, starts: readonly number[]) => sql`
  ${spans} cut cross join lateral generate_series(
    width_bucket(cut.begins, ${starts}::bigint[]), width_bucket(cut.finishes - 1, ${starts}::bigint[])) as at (slot)
  join slots using (slot)`;
const cutMs = sql`least(cut.finishes, slots.ends) - greatest(cut.begins, slots.starts)`;

export function figuresRepository(queries: Queries) {
  const db = queries.withTables<Record<never, never>>();

  return {
    /** The cells with pickups in either period, those with most pickups in both together first. */
    async cells(scope: ManagedScope, period: Span, previous: Span): Promise<string[]> {
      const pickupsIn = (span: Span) => sql`
        select pickup_cell from report_figures
        where ${wantedIn(span)} and ${inFleet(scope)} and pickup_cell is not null`;
      const { rows } = await sql<{ pickup_cell: string }>`
        select pickup_cell from (${pickupsIn(period)} union all ${pickupsIn(previous)}) pickups
        group by pickup_cell order by count(*) desc, pickup_cell limit ${MAX_CELLS}`.execute(db);
      return rows.map(({ pickup_cell }) => pickup_cell);
    },

    async bookings(scope: ManagedScope, span: Span, grouping: FigureGrouping): Promise<BookingFigures[]> {
      const { rows } = await sql<BookingFigures>`
        select key, ${countOf(isEnded)} as ended, ${countOf(isDriven)} as completed,
          ${countOf(isWaitedFor)} as waited,
          percentile_cont(array[0.5, 0.9]) within group (order by ${waitedSecs}) filter (where ${isWaitedFor}) as waiting,
          ${countOf(isTimed)} as timed, ${half(timeRatio, isTimed)} as time_ratio,
          ${nineTenths(timeRatio, isTimed)} as time_error,
          ${countOf(isPriced)} as priced, ${half(fareRatio, isPriced)} as fare_ratio,
          ${nineTenths(fareRatio, isPriced)} as fare_error
        from (
          select ${keyOf(grouping)} as key, figures.* from report_figures figures ${joinedAreas(grouping)}
          where ${wantedIn(span)} and ${inFleet(scope)} and ${isEnded}
        ) counted
        ${groupedBy}`.execute(db);
      return rows;
    },

    /** For a fleet: the offers to its drivers, including those about bookings that other fleets accepted. */
    async offers(scope: ManagedScope, span: Span, grouping: FigureGrouping): Promise<OfferFigures[]> {
      const { rows } = await sql<OfferFigures>`
        select key, count(distinct booking)::integer as bookings, count(*)::integer as offers,
          (count(*) filter (where outcome = 'accepted'))::integer as accepted
        from (
          select ${keyOf(grouping)} as key, offer.booking, offer.outcome
          from report_offers offer ${joinedAreas(grouping)}
          where ${wantedIn(span)} and ${inFleet(scope)} and ${isAnsweredOffer}
        ) answered
        ${groupedBy}`.execute(db);
      return rows;
    },

    /** Time on duty and the busy part of it, by slot; overlapping times are counted once. */
    async duty(scope: ManagedScope, slots: readonly FigureSlot[], now: number): Promise<DutyFigures[]> {
      const span = { starts: slots[0]?.starts ?? 0, ends: slots.at(-1)?.ends ?? 0 };
      const { starts: first, ends: last } = span;
      const begins = slots.map(({ starts }) => starts);
      const { rows } = await sql<DutyFigures>`
        with slots as (
          select slot::integer, key, starts, ends from unnest(
            ${slots.map(({ key }) => key)}::text[], ${begins}::bigint[], ${slots.map(({ ends }) => ends)}::bigint[]
          ) with ordinality as given (key, starts, ends, slot)
        ), duty as materialized (
          select uid, range_agg(int8range(begins, finishes)) as spans from (
            select uid, greatest(started_at, ${first}::bigint) as begins,
              least(${dutyUntil(now)}, ${last}::bigint) as finishes
            from report_duty
            where started_at >= ${first - DUTY_LOOK_BACK_MS}::bigint and started_at < ${last}::bigint
              and ${inFleet(scope)}
          ) periods where finishes > begins group by uid
        ), rides as materialized (
          select id, driver, greatest(${busyFrom}, ${first}::bigint) as begins,
            least(${busyUntil(now)}, ${last}::bigint) as finishes
          from report_figures where ${isUnderWayIn(span, now)} and ${inFleet(scope)}
        ), busy as (
          select duty.uid, duty.spans * rides.spans as spans from duty
          join (select driver, range_agg(int8range(begins, finishes)) as spans from rides group by driver) rides
            on rides.driver = duty.uid
        ), parts as (
          select key, ${cutMs} as duty_ms, 0::bigint as busy_ms, null::uuid as booking from ${cutAtSlots(
            sql`(select lower(span) as begins, upper(span) as finishes from duty, unnest(spans) as span)`,
            begins,
          )}
          union all
          select key, 0, ${cutMs}, null from ${cutAtSlots(
            sql`(select lower(span) as begins, upper(span) as finishes from busy, unnest(spans) as span)`,
            begins,
          )}
          union all
          select key, 0, 0, cut.id from ${cutAtSlots(sql`rides`, begins)}
        )
        select key, count(distinct booking)::integer as bookings, coalesce(sum(duty_ms), 0)::float8 as duty_ms,
          coalesce(sum(busy_ms), 0)::float8 as busy_ms
        from parts ${groupedBy}`.execute(db);
      return rows;
    },

    async reasons(scope: ManagedScope, span: Span): Promise<ReasonCount[]> {
      const { rows } = await sql<ReasonCount>`
        select reason, count(*)::integer as bookings from report_figures
        where ${wantedIn(span)} and ${inFleet(scope)} and status = 'CANCELLED' and reason is not null
        group by reason order by bookings desc, reason limit ${MAX_REASONS}`.execute(db);
      return rows;
    },

    /** Number of bookings cancelled with each of these reasons in the period. */
    async reasonsAmong(
      scope: ManagedScope,
      span: Span,
      reasons: readonly string[],
    ): Promise<Map<string, number>> {
      const { rows } = await sql<ReasonCount>`
        select reason, count(*)::integer as bookings from report_figures
        where ${wantedIn(span)} and ${inFleet(scope)} and status = 'CANCELLED'
          and reason = any(${[...reasons]}::text[])
        group by reason`.execute(db);
      return new Map(rows.map(({ reason, bookings }) => [reason, bookings]));
    },
  };
}
