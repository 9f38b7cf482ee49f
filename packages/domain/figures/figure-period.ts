// Which period figures are about, and the period before it that they are compared with, by the clocks of the city.
import {
  calendarDay,
  DomainError,
  endOfDay,
  MS_PER_DAY,
  MS_PER_MINUTE,
  momentOf,
  parseDay,
  type Span,
  wallClock,
  writtenDay,
} from '../kernel/index.ts';

/** A longer period costs more than a page may. */
export const MAX_FIGURE_DAYS = 92;

/** Calendar days, YYYY-MM-DD, both included. */
export interface DayRange {
  from: string;
  to: string;
}

export interface FigurePeriod {
  /** From the first moment of the first day to the first moment after the last day. */
  span: Span;
  /** Only what has happened: `span`, until now while the last day is not over. */
  passed: Span;
  /** The same number of days directly before; until the same time of day while the period is not over. */
  previous: Span;
  days: number;
  ongoing: boolean;
}

const dayCount = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;

/** A day begins where the one before it ends. */
const startOf = (day: string, timeZone: string, daysLater = 0): number =>
  endOfDay(parseDay(day, daysLater - 1), timeZone);

/**
 * Throws `invalid_input` for a period that ends before it begins or after today, `report_too_long` for one of more than
 * 92 days.
 */
export function figurePeriod(range: DayRange, now: number, timeZone: string): FigurePeriod {
  const { from, to } = range;
  const today = writtenDay(calendarDay(now, timeZone));
  if (from > to) throw new DomainError('invalid_input', 'The period ends before it begins');
  if (to > today) throw new DomainError('invalid_input', 'The period ends in the future');
  const days = dayCount(range);
  if (days > MAX_FIGURE_DAYS) throw new DomainError('report_too_long');
  const span = { starts: startOf(from, timeZone), ends: endOfDay(parseDay(to), timeZone) };
  const ongoing = now < span.ends;
  // Whole minutes, as an address can say them.
  const sameTime = momentOf(wallClock(now, timeZone) - days * MS_PER_DAY, timeZone);
  const previous = {
    starts: startOf(from, timeZone, -days),
    ends: ongoing ? Math.floor(sameTime / MS_PER_MINUTE) * MS_PER_MINUTE : span.starts,
  };
  return { span, passed: { starts: span.starts, ends: Math.min(now, span.ends) }, previous, days, ongoing };
}

/** Written days of the range, in order. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: dayCount(range) }, (_, day) => writtenDay(parseDay(range.from, day)));
