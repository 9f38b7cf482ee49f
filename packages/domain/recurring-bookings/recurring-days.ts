// The days of a recurring booking, and the moment at which the trip of a day begins by the city's clock.
import {
  calendarDay,
  MS_PER_MINUTE,
  momentOf,
  parseDay,
  type Span,
  wallClock,
  writtenDay,
} from '../kernel/index.ts';
import type { Recurrence } from './recurring-booking.schema.ts';

export interface RecurringTrip {
  /** YYYY-MM-DD */
  day: string;
  /** ms since the epoch */
  at: number;
  /** An admin left the day out. */
  skipped: boolean;
}

const MINUTES_PER_DAY = 24 * 60;

/** The day (YYYY-MM-DD) so many days after another one. */
export const dayAfter = (day: string, days = 1): string => writtenDay(parseDay(day, days));

/** The day (YYYY-MM-DD) it is at a moment in the time zone. */
export const dayAt = (at: number, timeZone: string): string => writtenDay(calendarDay(at, timeZone));

/** What clocks show at a moment in the time zone: "08:15". */
export const timeOfDayAt = (at: number, timeZone: string): string =>
  new Date(wallClock(at, timeZone)).toISOString().slice(11, 16);

/** ISO 8601: Monday is 1, Sunday is 7. */
const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7;

/**
 * When clocks of the time zone show the time on that day, in ms since the epoch. Of a time that comes twice the first
 * one is meant. One that the clocks skip is moved to the next minute that they show, where `momentOf` would add the
 * whole gap: so the trip stays on its day. Null where the zone's calendar left the rest of the day out.
 */
export function momentOfDay(day: string, timeOfDay: string, timeZone: string): number | null {
  const first = Date.parse(`${day}T${timeOfDay}:00Z`);
  const end = Date.parse(day) + MINUTES_PER_DAY * MS_PER_MINUTE;
  for (let shown = first; shown < end; shown += MS_PER_MINUTE) {
    const at = momentOf(shown, timeZone);
    if (wallClock(at, timeZone) === shown) return at;
  }
  return null;
}

/** Whether the trip takes place on that day, skipped or not: within the first and last day, on a weekday of it. */
export const recursOn = ({ weekdays, firstDay, lastDay }: Recurrence, day: string): boolean =>
  day >= firstDay && (lastDay === null || day <= lastDay) && weekdays.includes(weekdayOf(day));

/**
 * The days of a recurring booking in order, from a day (YYYY-MM-DD) on, skipped ones included; without an end where
 * there is no last day.
 */
export function* recurringTrips(
  recurrence: Recurrence,
  from: string,
  timeZone: string,
): Generator<RecurringTrip> {
  const { firstDay, lastDay, skippedDays, timeOfDay, weekdays } = recurrence;
  if (weekdays.length === 0) return;
  const skipped = new Set(skippedDays);
  for (let day = from > firstDay ? from : firstDay; lastDay === null || day <= lastDay; day = dayAfter(day)) {
    if (!recursOn(recurrence, day)) continue;
    const at = momentOfDay(day, timeOfDay, timeZone);
    if (at !== null) yield { day, at, skipped: skipped.has(day) };
  }
}

/** The trips that begin within the span, without those of skipped days. */
export function dueTrips(recurrence: Recurrence, { starts, ends }: Span, timeZone: string): RecurringTrip[] {
  const due: RecurringTrip[] = [];
  for (const trip of recurringTrips(recurrence, dayAt(starts, timeZone), timeZone)) {
    if (trip.at >= ends) break;
    if (trip.at >= starts && !trip.skipped) due.push(trip);
  }
  return due;
}
