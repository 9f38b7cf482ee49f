// Planned shifts of drivers, and the week with what was planned and worked.
import { maxHoursOfDay, maxWeeklyShifts, shiftHours, shiftPlan, weeklyShift } from '@kerb/domain/shifts';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';

const tag = 'shifts';
const managers = ['admin', 'fleetadmin'] as const;

/** Drivers of one roster, at most: a page of the list of drivers. */
export const maxRosterDrivers = 100;

/** Weeks whose seven days all have four digits in their year. */
const hasWholeWeek = (day: string): boolean => day >= '0001-01-01' && day <= '9999-12-24';

/** Any day of the week; this week when left out. */
const weekQuery = z.object({ week: z.iso.date().refine(hasWholeWeek).optional() });

export const rosterDay = z.object({
  /** YYYY-MM-DD in settings.timezone. */
  day: z.iso.date(),
  /** The shifts that begin on the day, in order, without overlaps; ms since the epoch. */
  planned: z.array(z.object({ starts: z.number(), ends: z.number() })),
  /** The day has hours of its own in place of the weekly shifts. */
  changed: z.boolean(),
  /** On duty and reachable; 0 for a day to come. */
  worked_secs: z.number().int().nonnegative(),
});

export const rosterDriver = z.object({
  driver: z.string(),
  onDuty: z.boolean(),
  /** A shift began more than ten minutes ago, and the driver is not on duty. */
  late: z.boolean(),
  /** Monday to Sunday. */
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
    body: z.strictObject({ shifts: z.array(weeklyShift).max(maxWeeklyShifts) }),
    answer: shiftPlan,
    errors: ['not_found'],
  }),
  setShiftDay: defineRoute({
    method: 'PUT',
    path: '/users/:id/shift-day',
    summary: 'Give a driver other hours on a day; none: off; null: the weekly shifts again',
    tag,
    access: managers,
    params: idParams,
    body: z.strictObject({ day: z.iso.date(), hours: z.array(shiftHours).max(maxHoursOfDay).nullable() }),
    answer: shiftPlan,
    errors: ['not_found', 'day_past', 'day_too_far_ahead'],
  }),
};
