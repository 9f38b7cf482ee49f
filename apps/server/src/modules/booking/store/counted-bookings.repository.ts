// SQL conditions that select the bookings counted by the operator's figures, shared by the figures and the list of
// bookings behind each. They use the column names of `bookings`, which are the same in the view `report_figures`. See
// docs/figures.md.
import type { FigureName } from '@kerb/domain/figures';
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<boolean>;

/** A period from `starts` (inclusive) to `ends` (exclusive), ms since the epoch. */
export interface CountedSpan {
  starts: number;
  ends: number;
}

/** The trip was driven to its end; it may still have to be paid. */
export const isDriven: Condition = sql<boolean>`(status in ('PENDING', 'PAID', 'COMPLETE'))`;
const isEnded: Condition = sql<boolean>`(status in ('PENDING', 'PAID', 'COMPLETE', 'CANCELLED'))`;
const isWaitedFor: Condition = sql<boolean>`(${isDriven} and not book_later and driver_arrive_time >= dispatch_at)`;
const isTimed: Condition = sql<boolean>`(${isDriven} and total_trip_time > 0 and estimate_time_secs > 0)`;
const isPriced: Condition = sql<boolean>`(${isDriven} and estimate > 0)`;

/**
 * Condition on a row of offers with the alias `offer`: the driver accepted, declined or let it expire. Not counted are
 * offers that ended by another driver's acceptance, a cancellation or the driver's own acceptance of another booking,
 * and those of bookings that dispatch took back.
 */
export const isAnsweredOffer: Condition = sql<boolean>`(
  offer.outcome in ('accepted', 'declined') or offer.outcome = 'expired' and not exists (
    select from bookings other
    where other.driver = offer.driver
      and other.driver_accept_time between offer.requested_at and offer.expires_at
  ))`;

/** The bookings of a period that each figure counts; the figure `utilisation` has its own rule, `isUnderWayIn`. */
export const isCountedIn: Readonly<Record<Exclude<FigureName, 'acceptance' | 'utilisation'>, Condition>> = {
  waiting: isWaitedFor,
  completion: isEnded,
  time: isTimed,
  fare: isPriced,
};

/** Condition on a row of `bookings`: it has an offer that counts as answered. */
export const hasAnsweredOffer: Condition = sql<boolean>`exists (
  select from booking_requests offer where offer.booking = bookings.id and ${isAnsweredOffer})`;

/** A later booking may be accepted days ahead; its driver counts as busy only from this time (ms) before the trip. */
const LATER_AHEAD_MS = MS_PER_HOUR;
/**
 * Longer than any trip from acceptance to its end (ms), so that the trips of a period can be found by their acceptance.
 */
const LOOK_BACK_MS = 30 * MS_PER_DAY;

const setOut = sql`coalesce(set_out_at, driver_accept_time)`;
/**
 * From when a booking occupies its driver, ms since the epoch: the acceptance or the end of the trip before, but for a
 * later booking at most LATER_AHEAD_MS before its time.
 */
export const busyFrom = sql<number>`(case when book_later
  then greatest(${setOut}, tripdate - ${LATER_AHEAD_MS}::bigint) else ${setOut} end)`;
/** Until when a booking occupies its driver; `now` while it is under way; ms since the epoch. */
export const busyUntil = (now: number) =>
  sql<number>`coalesce(trip_end_time, cancelled_at, paid_at, ${now}::bigint)`;

/**
 * Whether the booking occupied a driver at any time of the span; a follow-on trip does so only after its driver set
 * out.
 */
export const isUnderWayIn = ({ starts, ends }: CountedSpan, now: number): Condition => sql<boolean>`(
  driver_accept_time is not null and driver is not null and follows is null
  and driver_accept_time >= ${starts - LOOK_BACK_MS}::bigint and driver_accept_time < ${ends}::bigint
  and ${busyFrom} < ${ends}::bigint and ${busyUntil(now)} > ${starts}::bigint and ${busyUntil(now)} > ${busyFrom})`;

/** The hour of the day, 0 to 23, by local time in a time zone, of a time in ms since the epoch. */
const hourAt = (moment: RawBuilder<unknown>, timeZone: string) =>
  sql<number>`extract(hour from to_timestamp(${moment} / 1000.0) at time zone ${timeZone})::integer`;
/** The hour of the trip time. */
export const wantedHour = (timeZone: string) => hourAt(sql`tripdate`, timeZone);
/** The day of the trip time, YYYY-MM-DD. */
export const wantedDay = (timeZone: string) =>
  sql<string>`to_char(to_timestamp(tripdate / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD')`;

/**
 * The same, only within this hour of the day: tests one time in each hour of the booking's part of the span, and the
 * last.
 */
export const isUnderWayAtHour = (
  { starts, ends }: CountedSpan,
  { now, hour, timeZone }: { now: number; hour: number; timeZone: string },
): Condition => {
  const first = sql`greatest(${busyFrom}, ${starts}::bigint)`;
  const last = sql`(least(${busyUntil(now)}, ${ends}::bigint) - 1)`;
  return sql<boolean>`exists (
    select from (select generate_series(${first}, ${last}, ${MS_PER_HOUR}::bigint) as at union all select ${last}) moments
    where ${hourAt(sql`moments.at`, timeZone)} = ${hour})`;
};
