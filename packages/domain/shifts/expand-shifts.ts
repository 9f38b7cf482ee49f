// The moments of a driver's shifts in the city's time zone: of a day, around a moment, and who is late. Pure.
import { mergeSpans } from '../fleet/index.ts';
import { MS_PER_DAY, MS_PER_MINUTE, type Span } from '../kernel/index.ts';
import { dayAfter, dayAt, momentOfDay, recursOn } from '../recurring-bookings/index.ts';
import type { ShiftHours, ShiftPlan } from './shift-plan.schema.ts';

/** A driver may go on duty so long before a shift begins. */
export const SHIFT_EARLY_MS = 15 * MS_PER_MINUTE;
/** A driver who is not on duty so long after a shift began is late. */
export const SHIFT_LATE_MS = 10 * MS_PER_MINUTE;
/** The next shift is searched for within so many days. */
const DAYS_AHEAD = 60;

/** Null where clocks skip the whole shift. */
function spanOf(day: string, { from, until }: ShiftHours, timeZone: string): Span | null {
  const starts = momentOfDay(day, from, timeZone);
  const ends = momentOfDay(until > from ? day : dayAfter(day), until, timeZone);
  return starts === null || ends === null || ends <= starts ? null : { starts, ends };
}

function hoursOn({ shifts, days }: ShiftPlan, day: string): readonly ShiftHours[] {
  const other = days.find((one) => one.day === day);
  if (other) return other.hours;
  return shifts.filter(({ from, ...shift }) => recursOn({ ...shift, timeOfDay: from, skippedDays: [] }, day));
}

/** The shifts that begin on a day (YYYY-MM-DD), in order; overlapping and touching ones are one. */
export const shiftsOnDay = (plan: ShiftPlan, day: string, timeZone: string): Span[] =>
  mergeSpans(hoursOn(plan, day).flatMap((hours) => spanOf(day, hours, timeZone) ?? []));

export interface ShiftNow {
  /** The shift that has begun, or begins within `SHIFT_EARLY_MS`; null outside of one. */
  current: Span | null;
  /** When the next shift begins, ms since the epoch; null during one, and without one in the next weeks. */
  next: number | null;
}

/** `spans`: shifts in order, from those that began yesterday on. */
export function shiftAmong(spans: readonly Span[], now: number): ShiftNow {
  const current = spans.find(({ starts, ends }) => starts - SHIFT_EARLY_MS <= now && now < ends) ?? null;
  const next = current ? null : (spans.find(({ starts }) => starts > now)?.starts ?? null);
  return { current, next };
}

export function shiftNow(plan: ShiftPlan, now: number, timeZone: string): ShiftNow {
  // A shift that began yesterday may pass midnight.
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

/** Whether a driver has shifts: those of the past do not count, a day off does. */
export const hasShifts = ({ shifts, days }: ShiftPlan, today: string): boolean =>
  shifts.some(({ lastDay }) => lastDay === null || lastDay >= today) ||
  days.some(({ day, hours }) => day >= today && hours.length > 0);

export const isLate = (plan: ShiftPlan, onDuty: boolean, now: number, timeZone: string): boolean => {
  const { current } = shiftNow(plan, now, timeZone);
  return !onDuty && current !== null && now - current.starts > SHIFT_LATE_MS;
};
