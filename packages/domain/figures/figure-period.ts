// Computes the period of the operator's figures and the preceding period that it is compared with, in the city's time
// zone.
import {
  calendarDay,
  DomainError,
  endOfDay,
  isoDay,
  MS_PER_DAY,
  MS_PER_MINUTE,
  momentOf,
  parseDay,
  type Span,
  wallClock,
} from '../kernel/index.ts';

/** Maximum number of days; longer periods take too long to compute for a page. */
export const MAX_FIGURE_DAYS = 92;

/** First and last calendar day, YYYY-MM-DD, both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

export interface FigurePeriod {
  /** From the first moment of the first day to the first moment after the last day. */
  span: Span;
  /** The counted part of `span`: it ends at the current minute while the last day is not over. */
  passed: Span;
  /** The same number of days directly before; it ends at the same time of day while the period is not over. */
  previous: Span;
  days: number;
  ongoing: boolean;
}

const dayCount = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;

/** A day begins where the previous one ends. */
const startOf = (day: string, timeZone: string, daysLater = 0): number =>
  endOfDay(parseDay(day, daysLater - 1), timeZone);

/** The beginning of the minute, because links to lists of bookings have that precision. */
const minuteOf = (moment: number): number => Math.floor(moment / MS_PER_MINUTE) * MS_PER_MINUTE;

/**
 * Throws `invalid_input` for a period that ends before it begins or after today, `report_too_long` for one of more than
 * 92 days.
 */
export function figurePeriod(range: DayRange, now: number, timeZone: string): FigurePeriod {
  const { from, to } = range;
  const today = isoDay(calendarDay(now, timeZone));
  if (from > to) throw new DomainError('invalid_input', 'The period ends before it begins');
  if (to > today) throw new DomainError('invalid_input', 'The period ends in the future');
  const days = dayCount(range);
  if (days > MAX_FIGURE_DAYS) throw new DomainError('report_too_long');
  const span = { starts: startOf(from, timeZone), ends: endOfDay(parseDay(to), timeZone) };
  const ongoing = now < span.ends;
  const sameTime = momentOf(wallClock(now, timeZone) - days * MS_PER_DAY, timeZone);
  const previous = {
    starts: startOf(from, timeZone, -days),
    ends: ongoing ? minuteOf(sameTime) : span.starts,
  };
  const passed = { starts: span.starts, ends: ongoing ? minuteOf(now) : span.ends };
  return { span, passed, previous, days, ongoing };
}

/** Returns the days of the range as YYYY-MM-DD, in order. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: dayCount(range) }, (_, day) => isoDay(parseDay(range.from, day)));
