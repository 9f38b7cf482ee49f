// Days in the operator's time zone: their beginning and end, and those that can be replayed.
import { calendarDay, endOfDay } from '@kerb/domain/kernel';
import type { Span } from './day-demand.repository.ts';

/** Today and this number of previous days can be replayed. */
export const DAYS_BACK = 30;

export interface OperatorDay extends Span {
  /** YYYY-MM-DD */
  day: string;
  is_over: boolean;
}

/** Newest first. The span of today ends now. */
export function replayableDays(now: number, timezone: string): OperatorDay[] {
  const { year, month, day: today } = calendarDay(now, timezone);
  return Array.from({ length: DAYS_BACK + 1 }, (_, back) => {
    const written = new Date(Date.UTC(year, month - 1, today - back)).toISOString().slice(0, 10);
    const ends = endOfDay({ year, month, day: today - back }, timezone);
    return {
      day: written,
      from: endOfDay({ year, month, day: today - back - 1 }, timezone),
      until: Math.min(now, ends),
      is_over: ends <= now,
    };
  });
}
