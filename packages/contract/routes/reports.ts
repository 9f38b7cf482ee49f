// What the operation earned and what is under way, for those who run it.
import { bookingStatus } from '@kerb/domain/booking';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const tag = 'reports';

export const activeBookingStatus = bookingStatus.exclude(['COMPLETE', 'CANCELLED']);

/** Amounts are major units: the convenience fees of bookings that are PAID or COMPLETE, by when they were paid. */
export const dashboard = z.object({
  /** Since midnight and since the first of the month, in settings.timezone. */
  today: z.number(),
  month: z.number(),
  total: z.number(),
  /** How many bookings are in each active status now. */
  bookings: z.record(activeBookingStatus, z.number().int().nonnegative()),
});
export type Dashboard = z.infer<typeof dashboard>;

export const reportRoutes = {
  getDashboard: defineRoute({
    method: 'GET',
    path: '/reports/dashboard',
    summary:
      'Gross earnings and active bookings: all for admins, those of their own drivers for fleet admins',
    tag,
    access: ['admin', 'fleetadmin'],
    answer: dashboard,
    errors: [],
  }),
};
