// How long a driver may drive on the documents handed in: until the first of them runs out, at the end of its day.
import { type CalendarDay, calendarDay, endOfDay, MS_PER_DAY, parseDay } from '../kernel/index.ts';

/** A calendar day of the operator as "2026-03-29". */
export type DayText = string;

const daysSinceEpoch = ({ year, month, day }: CalendarDay): number =>
  Math.round(Date.UTC(year, month - 1, day) / MS_PER_DAY);

/** The moment, ms since the epoch, from which a document with this last day is no longer valid. */
export const validUntil = (lastDay: DayText, timeZone: string): number =>
  endOfDay(parseDay(lastDay), timeZone);

/** When the first of the documents runs out; null while none of them has an end. */
export function documentsValidUntil(lastDays: readonly (DayText | null)[], timeZone: string): number | null {
  const ends = lastDays.flatMap((lastDay) => (lastDay === null ? [] : [validUntil(lastDay, timeZone)]));
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** `end` as documentsValidUntil gives it. */
export const hasRunOut = (end: number | null, now: number): boolean => end !== null && end <= now;

/** Documents that expire within this time are due to be replaced. */
export const DOCUMENTS_DUE_MS = 30 * MS_PER_DAY;

/** Whole days from the operator's today to the last day: 0 on the day itself, negative when it is over. */
export const daysLeft = (lastDay: DayText, now: number, timeZone: string): number =>
  daysSinceEpoch(parseDay(lastDay)) - daysSinceEpoch(calendarDay(now, timeZone));

/** Days before the end at which a driver is reminded. */
export const reminderDays = [30, 7, 1, 0] as const;

/**
 * The reminder that is due with so many days left, or null when it was given: the latest that was reached, so
 * that missed days bring one reminder and not several. A document that has run out brings the last one.
 */
export function reminderDue(left: number, lastReminded: number | null): number | null {
  const due = reminderDays.findLast((days) => left <= days);
  return due !== undefined && (lastReminded === null || due < lastReminded) ? due : null;
}
