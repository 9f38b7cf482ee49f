// Which bookings the operator's figures count, as conditions that the figures and the list of bookings behind them share.
// They name the columns of `bookings`, which the view `report_figures` has by the same names. docs/figures.md explains them.
import type { FigureName } from '@kerb/domain/figures';
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<boolean>;

/** From the first moment to before the last, ms since the epoch. */
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
 * Of a row of offers that is called `offer`: the driver accepted, declined or let it expire. Offers that ended by another
 * driver's acceptance, a cancellation or the driver's own acceptance of another booking are not counted, nor those of
 * bookings that dispatch took back.
 */
export const isAnsweredOffer: Condition = sql<boolean>`(
  offer.outcome in ('accepted', 'declined') or offer.outcome = 'expired' and not exists (
    select from bookings other
    where other.driver = offer.driver
      and other.driver_accept_time between offer.requested_at and offer.expires_at
  ))`;

/** What a figure counts of the bookings of a period; drivers' use of their time has a rule of its own, `isUnderWayIn`. */
export const isCountedIn: Readonly<Record<Exclude<FigureName, 'acceptance' | 'utilisation'>, Condition>> = {
  waiting: isWaitedFor,
  completion: isEnded,
  time: isTimed,
  fare: isPriced,
};

/** In a query of `bookings`. */
export const hasAnsweredOffer: Condition = sql<boolean>`exists (
  select from booking_requests offer where offer.booking = bookings.id and ${isAnsweredOffer})`;

/** A later booking may be accepted days ahead: its driver is not at work for it before this time. */
const LATER_AHEAD_MS = MS_PER_HOUR;
/** No trip takes longer from acceptance to its end, so that those of a period are found by their acceptance. */
const LOOK_BACK_MS = 30 * MS_PER_DAY;

const setOut = sql`coalesce(set_out_at, driver_accept_time)`;
/** From when a booking keeps its driver busy: the way to the pickup, or the end of the trip before. */
export const busyFrom = sql<number>`(case when book_later
  then greatest(${setOut}, tripdate - ${LATER_AHEAD_MS}::bigint) else ${setOut} end)`;
/** Until when; `now` while it is under way. */
export const busyUntil = (now: number) =>
  sql<number>`coalesce(trip_end_time, cancelled_at, paid_at, ${now}::bigint)`;

/** The booking occupied a driver for some time of the span; a follow-on trip does not until its driver sets out. */
export const isUnderWayIn = ({ starts, ends }: CountedSpan, now: number): Condition => sql<boolean>`(
  driver_accept_time is not null and driver is not null and follows is null
  and driver_accept_time >= ${starts - LOOK_BACK_MS}::bigint and driver_accept_time < ${ends}::bigint
  and ${busyFrom} < ${ends}::bigint and ${busyUntil(now)} > ${starts}::bigint and ${busyUntil(now)} > ${busyFrom})`;

/** The hour of the day, 0 to 23, that the clocks of a city show at a moment in ms since the epoch. */
const hourAt = (moment: RawBuilder<unknown>, timeZone: string) =>
  sql<number>`extract(hour from to_timestamp(${moment} / 1000.0) at time zone ${timeZone})::integer`;
/** The hour for which the trip was wanted. */
export const wantedHour = (timeZone: string) => hourAt(sql`tripdate`, timeZone);
/** The day for which the trip was wanted, YYYY-MM-DD. */
export const wantedDay = (timeZone: string) =>
  sql<string>`to_char(to_timestamp(tripdate / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD')`;

/** The same within the hour of any day of the span: a moment of each hour between is looked at, and the last one. */
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
