// How well the operation runs: figures of a period beside those of the one before, by hour, day or area.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

/** What each figure is counted from, and its value; null with fewer than 10. docs/figures.md defines them. */
export const figureSet = z.object({
  /** Seconds from the search for a driver until the driver is at the pickup, of trips driven that were not booked for later. */
  waiting: z.object({
    bookings: count,
    median_secs: z.number().nonnegative().nullable(),
    p90_secs: z.number().nonnegative().nullable(),
  }),
  /** Of the bookings that ended, driven ones and cancelled ones. */
  completion: z.object({ bookings: count, completed: count, share: share.nullable() }),
  /** Of the offers that drivers answered or let expire; `bookings` is how many those were about. */
  acceptance: z.object({ bookings: count, offers: count, accepted: count, share: share.nullable() }),
  /** Of drivers' time on duty, on the way to a rider or on a trip; null by area, where drivers on duty are not counted. */
  utilisation: z
    .object({
      bookings: count,
      duty_secs: z.number().nonnegative(),
      busy_secs: z.number().nonnegative(),
      share: share.nullable(),
    })
    .nullable(),
  /** Driven ÷ quoted time: the median, and the difference from the quote that nine of ten trips do not exceed. */
  time: z.object({
    bookings: count,
    median_ratio: z.number().nullable(),
    p90_error: z.number().nonnegative().nullable(),
  }),
  /** Charged ÷ quoted fare, the same. */
  fare: z.object({
    bookings: count,
    median_ratio: z.number().nullable(),
    p90_error: z.number().nonnegative().nullable(),
  }),
});
export type FigureSet = z.infer<typeof figureSet>;

const compared = { now: figureSet, before: figureSet };

export const figureGroup = z.object({
  /** 0 to 23 in settings.timezone; null unless by hour. */
  hour: z.number().int().min(0).max(23).nullable(),
  /** The day, and the one it is compared with; null unless by day. */
  day: z.string().nullable(),
  day_before: z.string().nullable(),
  /** A quarter of the city as cells of about 1 km, as GET /bookings takes them; null unless by area. */
  area: z.object({ name: z.string().nullable(), cells: z.array(z.string()) }).nullable(),
  ...compared,
});
export type FigureGroup = z.infer<typeof figureGroup>;

export const figures = z.object({
  /** Calendar days in settings.timezone, both included. */
  from: z.string(),
  to: z.string(),
  /** The last day is not over. */
  ongoing: z.boolean(),
  /** `to` is the last day, or while `ongoing` the minute ("2026-05-09T14:30") before which bookings are compared. */
  previous: z.object({ from: z.string(), to: z.string() }),
  total: z.object(compared),
  /** In order: hours, days, or areas with the most bookings first. */
  groups: z.array(figureGroup),
  /** Cancelled bookings by the words of their reason, the most frequent first, at most 30. */
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
