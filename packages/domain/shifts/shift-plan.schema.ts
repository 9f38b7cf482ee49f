// Schema of a driver's planned shifts: weekly shifts in the city's local time, and days with other hours.
import { z } from 'zod';
import { timeOfDay, weekday } from '../recurring-bookings/index.ts';

/** A shift whose `until` is not after `from` ends on the next day. */
export const shiftHours = z
  .object({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, 'A shift has an end');
export type ShiftHours = z.infer<typeof shiftHours>;

/** Maximum number of weekly shifts of one driver, and of hours on one day. */
export const maxWeeklyShifts = 14;
export const maxHoursOfDay = 4;

export const weeklyShift = z
  .object({
    weekdays: z
      .array(weekday)
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'A weekday stands once'),
    from: timeOfDay,
    until: timeOfDay,
    /** YYYY-MM-DD of the city's calendar. */
    firstDay: z.iso.date(),
    /** Inclusive; null for a shift without an end. */
    lastDay: z.iso.date().nullable(),
  })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'A shift has an end' })
  .refine(({ firstDay, lastDay }) => lastDay === null || lastDay >= firstDay, {
    path: ['lastDay'],
    message: 'The last day is before the first one',
  });
export type WeeklyShift = z.infer<typeof weeklyShift>;

/** Replaces the weekly shifts that begin on the day; with empty `hours`, the driver has the day off. */
export const shiftDay = z.object({ day: z.iso.date(), hours: z.array(shiftHours).max(maxHoursOfDay) });
export type ShiftDay = z.infer<typeof shiftDay>;

export const shiftPlan = z.object({
  shifts: z.array(weeklyShift).max(maxWeeklyShifts),
  days: z.array(shiftDay),
});
export type ShiftPlan = z.infer<typeof shiftPlan>;
