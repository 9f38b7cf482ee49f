// Route declarations of drivers' planned shifts, and of the weekly roster with planned and worked hours.
import { maxHoursOfDay, maxWeeklyShifts, shiftHours, shiftPlan, weeklyShift } from '@kerb/domain/shifts';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';

const tag = 'shifts';
const managers = ['admin', 'fleetadmin'] as const;

/** Maximum number of drivers in one roster: one page of the list of drivers. */
export const maxRosterDrivers = 100;

/** Returns whether all seven days of the week have a four-digit year. */
const hasWholeWeek = (day: string): boolean => day >= '0001-01-01' && day <= '9999-12-24';

/** Any day of the requested week; defaults to the current week. */
const weekQuery = z.object({ week: z.iso.date().refine(hasWholeWeek).optional() });

export const rosterDay = z.object({
  /** YYYY-MM-DD in settings.timezone. */
  day: z.iso.date(),
  /** Shifts that begin on the day, in order, without overlaps; ms since the epoch. */
  planned: z.array(z.object({ starts: z.number(), ends: z.number() })),
  /** Whether the day has its own hours, which replace the weekly shifts. */
  changed: z.boolean(),
  /** Seconds on duty and reachable; 0 for a future day. */
  worked_secs: z.number().int().nonnegative(),
});

export const rosterDriver = z.object({
  driver: z.string(),
  onDuty: z.boolean(),
  /** Whether a shift began more than ten minutes ago while the driver is off duty. */
  late: z.boolean(),
  /** Days from Monday to Sunday. */
  days: z.array(rosterDay),
});
export type RosterDriver = z.infer<typeof rosterDriver>;

export const shiftRoutes = {
  getRoster: defineRoute({
    method: 'GET',
    path: '/shifts',
    summary:
      'The week of drivers, planned and worked; `drivers` are ids of a page of GET /users, and those the caller may not see are left out',
    tag,
    access: managers,
    query: weekQuery.extend({
      drivers: z
        .string()
        .max(40 * maxRosterDrivers)
        .transform((text) => text.split(',').filter((one) => one !== ''))
        .pipe(z.array(uuid).max(maxRosterDrivers)),
    }),
    answer: z.object({ items: z.array(rosterDriver) }),
    errors: [],
  }),
  getMyShifts: defineRoute({
    method: 'GET',
    path: '/me/shifts',
    summary: 'My week as a driver, planned and worked',
    tag,
    access: ['driver'],
    query: weekQuery,
    answer: rosterDriver,
    errors: [],
  }),
  getShifts: defineRoute({
    method: 'GET',
    path: '/users/:id/shifts',
    summary: 'The weekly shifts of a driver, and the days to come with other hours',
    tag,
    access: managers,
    params: idParams,
    answer: shiftPlan,
    errors: ['not_found'],
  }),
  setShifts: defineRoute({
    method: 'PUT',
    path: '/users/:id/shifts',
    summary: 'Set the weekly shifts of a driver in place of all before; without any, they are stopped',
    tag,
    access: managers,
    params: idParams,
    body: z.strictObject({
      /** The weekly shifts that the change is based on, in any order. */
      seen: z.array(weeklyShift).max(maxWeeklyShifts),
      shifts: z.array(weeklyShift).max(maxWeeklyShifts),
    }),
    answer: shiftPlan,
    errors: ['not_found', 'conflict'],
  }),
  setShiftDay: defineRoute({
    method: 'PUT',
    path: '/users/:id/shift-day',
    summary: 'Give a driver other hours on a day; none: off; null: the weekly shifts again',
    tag,
    access: managers,
    params: idParams,
    body: z.strictObject({
      day: z.iso.date(),
      /** The hours that the change is based on, in any order; null for the weekly shifts. Older clients omit them. */
      seen: z.array(shiftHours).max(maxHoursOfDay).nullable().optional(),
      hours: z.array(shiftHours).max(maxHoursOfDay).nullable(),
    }),
    answer: shiftPlan,
    errors: ['not_found', 'conflict', 'day_past', 'day_too_far_ahead'],
  }),
};
