// Times in ms since the epoch, and the calendar of the operator's time zone.
import { DomainError } from './errors.ts';

export const MS_PER_SECOND = 1000;
export const MS_PER_MINUTE = 60_000;
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;

/** Returns whether the runtime supports this IANA time zone name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** A span of time from `starts` (inclusive) to `ends` (exclusive), ms since the epoch. */
export interface Span {
  starts: number;
  ends: number;
}

/** A calendar day: month 1 to 12, day 1 to 31. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
    return formatter;
  } catch {
    throw new DomainError('invalid_input', `${timeZone} is not a time zone`);
  }
}

/** Returns the local time at a moment as if it were UTC, in ms since the epoch. */
export function wallClock(at: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the calendar day at a moment in an IANA time zone. Throws `invalid_input` for an unknown zone. */
export function calendarDay(at: number, timeZone: string): CalendarDay {
  const wall = new Date(wallClock(at, timeZone));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/**
 * Returns the first moment of a day. Where the clocks skip midnight, that is one o'clock; where midnight occurs twice,
 * the first one. The UTC offsets a day before and a day after cover any change in between.
 */
function firstMomentOf({ year, month, day }: CalendarDay, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day);
  const candidates = [midnight - MS_PER_DAY, midnight + MS_PER_DAY]
    .map((near) => midnight - (wallClock(near, timeZone) - near))
    .filter((at) => {
      const found = calendarDay(at, timeZone);
      return Date.UTC(found.year, found.month - 1, found.day) === midnight;
    });
  return Math.min(...candidates);
}

/** Returns when the day of `at` began in the time zone, in ms since the epoch. */
export function startOfDay(at: number, timeZone: string): number {
  return firstMomentOf(calendarDay(at, timeZone), timeZone);
}

/** Returns when the month of `at` began in the time zone, in ms since the epoch. */
export function startOfMonth(at: number, timeZone: string): number {
  return firstMomentOf({ ...calendarDay(at, timeZone), day: 1 }, timeZone);
}

/**
 * Returns when a day ends in the time zone: the first moment of the next day, in ms since the epoch. Days that the
 * zone's calendar left out (Samoa, 30 December 2011) are skipped.
 */
export function endOfDay({ year, month, day }: CalendarDay, timeZone: string): number {
  for (let later = 1; ; later += 1) {
    const next = new Date(Date.UTC(year, month - 1, day + later));
    const at = firstMomentOf(
      { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() },
      timeZone,
    );
    if (Number.isFinite(at)) return at;
  }
}

/** Formats a day as YYYY-MM-DD. */
export const isoDay = ({ year, month, day }: CalendarDay): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Parses a day (YYYY-MM-DD) and adds `daysLater` days. */
export function parseDay(written: string, daysLater = 0): CalendarDay {
  const date = new Date(Date.parse(written) + daysLater * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Returns the hours of a day in the time zone, in order and without gaps: 23 or 25 where the clocks change, and a
 * shorter last one where they change by half an hour. Empty for a day that the zone's calendar left out.
 */
export function hoursOfDay(day: CalendarDay, timeZone: string): Span[] {
  const first = firstMomentOf(day, timeZone);
  if (!Number.isFinite(first)) return [];
  const end = endOfDay(day, timeZone);
  const hours: Span[] = [];
  for (let starts = first; starts < end; starts += MS_PER_HOUR)
    hours.push({ starts, ends: Math.min(end, starts + MS_PER_HOUR) });
  return hours;
}
