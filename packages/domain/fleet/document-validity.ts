// Computes how long a driver's documents are valid: until the end of the last day of the earliest one.
import { type CalendarDay, calendarDay, endOfDay, MS_PER_DAY, parseDay } from '../kernel/index.ts';

/** A calendar day in the operator's time zone, as "2026-03-29". */
export type DayText = string;

const daysSinceEpoch = ({ year, month, day }: CalendarDay): number =>
  Math.round(Date.UTC(year, month - 1, day) / MS_PER_DAY);

/** Returns the moment, in ms since the epoch, from which a document with this last day is no longer valid. */
export const validUntil = (lastDay: DayText, timeZone: string): number =>
  endOfDay(parseDay(lastDay), timeZone);

/** Returns when the first of the documents expires; null when no document has an end. */
export function documentsValidUntil(lastDays: readonly (DayText | null)[], timeZone: string): number | null {
  const ends = lastDays.flatMap((lastDay) => (lastDay === null ? [] : [validUntil(lastDay, timeZone)]));
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Returns whether the documents have expired; `end` is the result of documentsValidUntil. */
export const hasRunOut = (end: number | null, now: number): boolean => end !== null && end <= now;

/** Documents that expire within this time are due to be replaced. */
export const DOCUMENTS_DUE_MS = 30 * MS_PER_DAY;

/** Returns the whole days from the operator's current day to the last day: 0 on the day itself, negative after it. */
export const daysLeft = (lastDay: DayText, now: number, timeZone: string): number =>
  daysSinceEpoch(parseDay(lastDay)) - daysSinceEpoch(calendarDay(now, timeZone));

/** Days before the end on which a driver is reminded. */
export const reminderDays = [30, 7, 1, 0] as const;

/**
 * Returns the reminder that is due with `left` days left, or null when it was already sent: the latest one reached, so
 * that missed days cause one reminder instead of several. For an expired document, the last reminder is due.
 */
export function reminderDue(left: number, lastReminded: number | null): number | null {
  const due = reminderDays.findLast((days) => left <= days);
  return due !== undefined && (lastReminded === null || due < lastReminded) ? due : null;
}
