// Validates the days of a recurring booking, for the form and the server.
import { BOOK_LATER_LEAD_MS } from '../booking/index.ts';
import { type ErrorCode, isoDay, parseDay } from '../kernel/index.ts';
import { maxSkippedDays, type Recurrence } from './recurring-booking.schema.ts';
import { dayAt, type RecurringTrip, recurringTrips } from './recurring-days.ts';

export type RecurrenceIssue = Extract<
  ErrorCode,
  | 'weekday_required'
  | 'too_many_skipped_days'
  | 'day_past'
  | 'last_day_before_first'
  | 'day_too_far_ahead'
  | 'no_day_left'
>;

/** Returns the same day of the next year; for 29 February, 1 March. */
function yearAfter(day: string): string {
  const { year, month, day: ofMonth } = parseDay(day);
  return isoDay({ year: year + 1, month, day: ofMonth });
}

/** Returns the first trip that can still be booked, or null; days that are too far ahead are not searched. */
export function firstTripLeft(recurrence: Recurrence, now: number, timeZone: string): RecurringTrip | null {
  const today = dayAt(now, timeZone);
  const end = yearAfter(today);
  for (const trip of recurringTrips(recurrence, today, timeZone)) {
    if (trip.day > end) return null;
    if (!trip.skipped && trip.at >= now + BOOK_LATER_LEAD_MS) return trip;
  }
  return null;
}

/** Returns the first issue of the days of a new recurring booking, or null. */
export function validateRecurrence(
  recurrence: Recurrence,
  now: number,
  timeZone: string,
): RecurrenceIssue | null {
  const { weekdays, firstDay, lastDay, skippedDays } = recurrence;
  const today = dayAt(now, timeZone);
  if (weekdays.length === 0) return 'weekday_required';
  if (new Set(skippedDays).size > maxSkippedDays) return 'too_many_skipped_days';
  if (firstDay < today) return 'day_past';
  if (lastDay !== null && lastDay < firstDay) return 'last_day_before_first';
  if ((lastDay ?? firstDay) > yearAfter(today)) return 'day_too_far_ahead';
  return firstTripLeft(recurrence, now, timeZone) === null ? 'no_day_left' : null;
}
