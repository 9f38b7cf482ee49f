// What a driver pays for a shared vehicle: rent by the calendar day, or a commission of each trip. Amounts in minor units.
import {
  calendarDay,
  type Minor,
  parseDay,
  percentage,
  type Span,
  subtract,
  writtenDay,
} from '../kernel/index.ts';

/** The plan a driver agreed to by taking the vehicle; it applies until the vehicle is returned. */
export type VehiclePlan =
  | { kind: 'none' }
  | { kind: 'rent'; perDay: Minor }
  | { kind: 'commission'; percent: number };

/**
 * The calendar days (YYYY-MM-DD) of the time zone on which the vehicle was in use, in order. A vehicle returned as a day
 * begins was not in use on that day, unless it was taken at that moment.
 */
export function daysOfUse({ starts, ends }: Span, timeZone: string): string[] {
  const first = writtenDay(calendarDay(starts, timeZone));
  const last = writtenDay(calendarDay(Math.max(starts, ends - 1), timeZone));
  const days: string[] = [];
  for (let day = first; day <= last; day = writtenDay(parseDay(day, 1))) days.push(day);
  return days;
}

/** The days that are to be charged after those up to `chargedThrough`; null when no day was charged. */
export const daysToCharge = (use: Span, timeZone: string, chargedThrough: string | null): string[] =>
  daysOfUse(use, timeZone).filter((day) => chargedThrough === null || day > chargedThrough);

/** The commission of a trip, rounded to the minor unit; never more than the driver's share. */
export const commissionOf = (driverShare: Minor, percent: number): Minor => percentage(driverShare, percent);

/**
 * What is still to be charged of a trip's commission: all of it at first, later the change of the driver's share.
 * Negative where the share became smaller.
 */
export const commissionLeft = (driverShare: Minor, percent: number, charged: Minor): Minor =>
  subtract(commissionOf(driverShare, percent), charged);
