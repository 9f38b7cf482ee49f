// Computes a driver's shifts in the city's time zone: on a day, around a moment, and whether the driver is late. Pure
// functions.
import { mergeSpans } from '../fleet/index.ts';
import { MS_PER_DAY, MS_PER_MINUTE, type Span } from '../kernel/index.ts';
import { dayAfter, dayAt, momentOfDay, recursOn } from '../recurring-bookings/index.ts';
import type { ShiftHours, ShiftPlan } from './shift-plan.schema.ts';

/** How long before a shift a driver may go on duty. */
export const SHIFT_EARLY_MS = 15 * MS_PER_MINUTE;
/** How long after the beginning of a shift a driver who is off duty counts as late. */
export const SHIFT_LATE_MS = 10 * MS_PER_MINUTE;
/** Number of days in which the next shift is searched. */
const DAYS_AHEAD = 60;

/** Returns null where the clocks skip the whole shift. */
function spanOf(
  day: string,
  { from, until }: ShiftHours,
  timeZone: string,
  momentAt: typeof momentOfDay,
): Span | null {
  const starts = momentAt(day, from, timeZone);
  const ends = momentAt(until > from ? day : dayAfter(day), until, timeZone);
  return starts === null || ends === null || ends <= starts ? null : { starts, ends };
}

function hoursOn({ shifts, days }: ShiftPlan, day: string): readonly ShiftHours[] {
  const other = days.find((one) => one.day === day);
  if (other) return other.hours;
  return shifts.filter(({ from, ...shift }) => recursOn({ ...shift, timeOfDay: from, skippedDays: [] }, day));
}

/** Returns the shifts that begin on a day (YYYY-MM-DD), in order; overlapping and adjoining ones are merged. */
export const shiftsOnDay = (
  plan: ShiftPlan,
  day: string,
  timeZone: string,
  momentAt: typeof momentOfDay = momentOfDay,
): Span[] => mergeSpans(hoursOn(plan, day).flatMap((hours) => spanOf(day, hours, timeZone, momentAt) ?? []));

export interface ShiftNow {
  /** The shift that has begun, or begins within `SHIFT_EARLY_MS`; null outside of a shift. */
  current: Span | null;
  /** Start of the next shift, ms since the epoch; null during a shift, and when none is found in the next weeks. */
  next: number | null;
}

/** `spans`: shifts in order, starting with those that began yesterday. */
export function shiftAmong(spans: readonly Span[], now: number): ShiftNow {
  const current = spans.find(({ starts, ends }) => starts - SHIFT_EARLY_MS <= now && now < ends) ?? null;
  const next = current ? null : (spans.find(({ starts }) => starts > now)?.starts ?? null);
  return { current, next };
}

export function shiftNow(plan: ShiftPlan, now: number, timeZone: string): ShiftNow {
  // A shift that began yesterday may end after midnight.
  let day = dayAt(now - MS_PER_DAY, timeZone);
  const last = dayAfter(day, DAYS_AHEAD);
  const before = mergeSpans([0, 1, 2].flatMap((days) => shiftsOnDay(plan, dayAfter(day, days), timeZone)));
  const near = shiftAmong(before, now);
  if (near.current || near.next !== null) return near;
  for (; day <= last; day = dayAfter(day)) {
    const next = shiftsOnDay(plan, day, timeZone).find(({ starts }) => starts > now);
    if (next) return { current: null, next: next.starts };
  }
  return { current: null, next: null };
}

/** Returns whether a driver has shifts after the days that `shiftNow` searches; days off do not count as shifts. */
export function hasLaterShifts({ shifts, days }: ShiftPlan, now: number, timeZone: string): boolean {
  const from = dayAfter(dayAt(now - MS_PER_DAY, timeZone), DAYS_AHEAD + 1);
  return (
    shifts.some(({ lastDay }) => lastDay === null || lastDay >= from) ||
    days.some(({ day, hours }) => day >= from && hours.length > 0)
  );
}

/**
 * Returns a function that checks whether a driver is late at this moment. It reads the shifts of yesterday and today
 * only and computes each local time once, because thousands of drivers share a few times and converting one is slow.
 */
export function createIsLate(
  now: number,
  timeZone: string,
  momentAt: typeof momentOfDay = momentOfDay,
): (plan: ShiftPlan, onDuty: boolean) => boolean {
  const today = dayAt(now, timeZone);
  const days = [dayAfter(today, -1), today];
  const moments = new Map<string, number | null>();
  const momentOnce: typeof momentOfDay = (day, timeOfDay, zone) => {
    const key = `${day} ${timeOfDay}`;
    const known = moments.get(key);
    if (known !== undefined) return known;
    const at = momentAt(day, timeOfDay, zone);
    moments.set(key, at);
    return at;
  };
  return function isLate(plan, onDuty) {
    if (onDuty) return false;
    const spans = mergeSpans(days.flatMap((day) => shiftsOnDay(plan, day, timeZone, momentOnce)));
    const { current } = shiftAmong(spans, now);
    return current !== null && now - current.starts > SHIFT_LATE_MS;
  };
}
