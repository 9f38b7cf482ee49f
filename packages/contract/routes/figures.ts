// Route declarations of the operator's figures: values of a period compared with the period before, by hour, day or
// area.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

/**
 * The counts behind each figure, and its value; the value is null when fewer than 10 were counted. docs/figures.md
 * defines the figures.
 */
export const figureSet = z.object({
  /**
   * Seconds from the start of the search for a driver until the driver arrives at the pickup, for completed trips that
   * were not booked for later.
   */
  waiting: z.object({
    bookings: count,
    median_secs: z.number().nonnegative().nullable(),
    p90_secs: z.number().nonnegative().nullable(),
  }),
  /** Share of completed bookings among completed and cancelled ones. */
  completion: z.object({ bookings: count, completed: count, share: share.nullable() }),
  /**
   * Share of accepted offers among those that drivers answered or let expire; `bookings` is the number of bookings
   * offered.
   */
  acceptance: z.object({ bookings: count, offers: count, accepted: count, share: share.nullable() }),
  /**
   * Share of drivers' time on duty in which they drove to a rider or were on a trip; null by area, because the time on
   * duty has no area.
   */
  utilisation: z
    .object({
      bookings: count,
      duty_secs: z.number().nonnegative(),
      busy_secs: z.number().nonnegative(),
      share: share.nullable(),
    })
    .nullable(),
  /** Actual ÷ quoted trip time: the median, and the deviation from the quote that 90 % of the trips do not exceed. */
  time: z.object({
    bookings: count,
    median_ratio: z.number().nullable(),
    p90_error: z.number().nonnegative().nullable(),
  }),
  /** Charged ÷ quoted fare, with the same statistics. */
  fare: z.object({
    bookings: count,
    median_ratio: z.number().nullable(),
    p90_error: z.number().nonnegative().nullable(),
  }),
});
export type FigureSet = z.infer<typeof figureSet>;

const compared = { now: figureSet, before: figureSet };

export const figureGroup = z.object({
  /** Hour of the day, 0 to 23, in settings.timezone; null unless grouped by hour. */
  hour: z.number().int().min(0).max(23).nullable(),
  /** The day, and the day it is compared with; null unless grouped by day. */
  day: z.string().nullable(),
  day_before: z.string().nullable(),
  /** A quarter of the city as cells of about 1 km, in the notation of GET /bookings; null unless grouped by area. */
  area: z.object({ name: z.string().nullable(), cells: z.array(z.string()) }).nullable(),
  ...compared,
});
export type FigureGroup = z.infer<typeof figureGroup>;

export const figures = z.object({
  /** First and last calendar day in settings.timezone, both inclusive. */
  from: z.string(),
  to: z.string(),
  /** Whether the last day is not over yet. */
  ongoing: z.boolean(),
  /** The last day, or while `ongoing` the minute ("2026-05-10T14:30") up to which bookings are counted. */
  counted_until: z.string(),
  /** `to` is the last day, or while `ongoing` the minute ("2026-05-09T14:30") up to which bookings are compared. */
  previous: z.object({ from: z.string(), to: z.string() }),
  total: z.object(compared),
  /** Hours or days in order of time, or areas by descending number of bookings in both periods. */
  groups: z.array(figureGroup),
  /** Number of cancelled bookings by the stored text of their reason, the most frequent first, at most 30. */
  reasons: z.array(z.object({ reason: z.string(), now: count, before: count })),
});
export type Figures = z.infer<typeof figures>;

export const figuresBy = z.enum(['hour', 'day', 'area']);
export type FiguresBy = z.infer<typeof figuresBy>;

const asked = {
  tag: 'reports',
  access: ['admin', 'fleetadmin'],
  query: z.object({ from: z.iso.date(), to: z.iso.date(), by: figuresBy.default('hour') }),
  errors: ['invalid_input', 'report_too_long'],
  rateLimit: { max: 120, windowSeconds: 60 },
} as const;

export const figureRoutes = {
  getFigures: defineRoute({
    ...asked,
    method: 'GET',
    path: '/reports/figures',
    summary:
      'Waiting, completion, acceptance, use of drivers and quotes of up to 92 days; fleet admins their own',
    answer: figures,
  }),
  exportFigures: defineRoute({
    ...asked,
    method: 'GET',
    path: '/reports/figures.csv',
    summary: 'The same as CSV',
    stepUp: true,
    answer: z.string(),
    binary: 'text/csv; charset=utf-8',
  }),
};
