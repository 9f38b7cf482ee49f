// Computes the days of a recurring booking, and when the trip of a day begins in the city's time zone.
import {
  calendarDay,
  isoDay,
  MS_PER_MINUTE,
  momentOf,
  parseDay,
  type Span,
  wallClock,
} from '../kernel/index.ts';
import type { Recurrence } from './recurring-booking.schema.ts';

export interface RecurringTrip {
  /** YYYY-MM-DD */
  day: string;
  /** ms since the epoch */
  at: number;
  /** Whether an admin excluded the day. */
  skipped: boolean;
}

const MINUTES_PER_DAY = 24 * 60;

/** Returns the day (YYYY-MM-DD) that is `days` after another one. */
export const dayAfter = (day: string, days = 1): string => isoDay(parseDay(day, days));

/** Returns the calendar day (YYYY-MM-DD) at a moment in the time zone. */
export const dayAt = (at: number, timeZone: string): string => isoDay(calendarDay(at, timeZone));

/** Returns the local time at a moment in the time zone: "08:15". */
export const timeOfDayAt = (at: number, timeZone: string): string =>
  new Date(wallClock(at, timeZone)).toISOString().slice(11, 16);

/** ISO 8601 weekday: Monday is 1, Sunday is 7. */
const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7;

/**
 * Returns when local clocks show the time on that day, in ms since the epoch. When the time occurs twice, the first
 * occurrence is returned. A skipped time is moved to the next existing minute, so that the trip stays on its day;
 * `momentOf` would add the whole gap. Null where the zone's calendar left out the rest of the day.
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

/**
 * Returns whether the recurrence includes that day, skipped or not: between the first and last day, on one of its
 * weekdays.
 */
export const recursOn = ({ weekdays, firstDay, lastDay }: Recurrence, day: string): boolean =>
  day >= firstDay && (lastDay === null || day <= lastDay) && weekdays.includes(weekdayOf(day));

/**
 * Yields the days of a recurring booking in order, starting at a day (YYYY-MM-DD), including skipped ones; endless
 * without a last day.
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

/** Returns the trips that begin within the span, except those of skipped days. */
export function dueTrips(recurrence: Recurrence, { starts, ends }: Span, timeZone: string): RecurringTrip[] {
  const due: RecurringTrip[] = [];
  for (const trip of recurringTrips(recurrence, dayAt(starts, timeZone), timeZone)) {
    if (trip.at >= ends) break;
    if (trip.at >= starts && !trip.skipped) due.push(trip);
  }
  return due;
}
