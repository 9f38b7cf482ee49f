// Computes what a driver pays for a shared vehicle: rent by calendar day, or a commission of each trip. Amounts in
// minor units.
import {
  calendarDay,
  isoDay,
  type Minor,
  parseDay,
  percentage,
  type Span,
  subtract,
} from '../kernel/index.ts';

/** The plan that a driver agreed to by taking the vehicle; it applies until the vehicle is returned. */
export type VehiclePlan =
  | { kind: 'none' }
  | { kind: 'rent'; perDay: Minor }
  | { kind: 'commission'; percent: number };

/**
 * Returns the calendar days (YYYY-MM-DD) in the time zone on which the vehicle was in use, in order. A vehicle returned
 * exactly at the beginning of a day was not in use on that day, unless it was also taken at that moment.
 */
export function daysOfUse({ starts, ends }: Span, timeZone: string): string[] {
  const first = isoDay(calendarDay(starts, timeZone));
  const last = isoDay(calendarDay(Math.max(starts, ends - 1), timeZone));
  const days: string[] = [];
  for (let day = first; day <= last; day = isoDay(parseDay(day, 1))) days.push(day);
  return days;
}

/**
 * Returns the days after `chargedThrough` that are still to be charged; `chargedThrough` is null when no day was
 * charged.
 */
export const daysToCharge = (use: Span, timeZone: string, chargedThrough: string | null): string[] =>
  daysOfUse(use, timeZone).filter((day) => chargedThrough === null || day > chargedThrough);

/** Returns the commission of a trip, rounded to the minor unit; never more than the driver's share. */
export const commissionOf = (driverShare: Minor, percent: number): Minor => percentage(driverShare, percent);

/**
 * Returns the part of a trip's commission that is not charged yet: all of it at first, later the change that a changed
 * driver's share causes. Negative when the share became smaller.
 */
export const commissionLeft = (driverShare: Minor, percent: number, charged: Minor): Minor =>
  subtract(commissionOf(driverShare, percent), charged);
