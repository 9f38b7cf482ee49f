// Schema of a recurrence: a local time of day on weekdays, from a first day to a last one.
import { z } from 'zod';

/** ISO 8601: Monday is 1, Sunday is 7. */
export const weekday = z.number().int().min(1).max(7);

/** A local time of day in the city, from "00:00" to "23:59". */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time from 00:00 to 23:59');

/** Maximum number of excluded days (YYYY-MM-DD), which have no trip although the weekday matches. */
export const maxSkippedDays = 60;

export const recurrence = z.object({
  weekdays: z.array(weekday),
  timeOfDay,
  /** YYYY-MM-DD in the city's calendar, like every day here. */
  firstDay: z.iso.date(),
  /** Inclusive; null for a booking that recurs until it is stopped. */
  lastDay: z.iso.date().nullable(),
  skippedDays: z.array(z.iso.date()),
});
export type Recurrence = z.infer<typeof recurrence>;
