// Route declarations of trip safety: the panic button, links that share a trip, reports of riders, and the alerts that
// admins handle.
import { bookingStatus } from '@kerb/domain/booking';
import { latLng } from '@kerb/domain/geo';
import { alertKinds, reportSubjects } from '@kerb/domain/safety';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery } from '../pages.ts';

const tag = 'safety';

/**
 * panic: the rider or driver called for help; standstill: the car has stopped for a long time; off_route: the car is
 * far from its route; lost_item and help: a rider reported something about a ride, which is not urgent.
 */
export const alertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof alertKind>;

const alertPerson = z.object({
  uid: z.string(),
  name: z.string(),
  /** Phone number; null in a showcase installation, which hides contacts. */
  contact: z.string().nullable(),
});

export const safetyAlert = z.object({
  id: z.string(),
  kind: alertKind,
  /** Time of the first and of the last occurrence, and their number: repeated presses by one user are one alert. */
  at: z.number(),
  lastAt: z.number(),
  times: z.number().int(),
  booking: z.string(),
  reference: z.string(),
  status: bookingStatus,
  /** The user who pressed the panic button or reported something; null for an alert that the server raised. */
  raisedBy: z.enum(['rider', 'driver']).nullable(),
  /** Texts of the rider's reports, one per line; null for other kinds. */
  message: z.string().nullable(),
  /** Place of the last occurrence, and current place of that driver's car. */
  place: latLng.nullable(),
  position: latLng.extend({ at: z.number() }).nullable(),
  customer: alertPerson,
  /** The driver when the alert was raised, and the plate of their car; null without one. */
  driver: alertPerson.nullable(),
  /** True when the booking has another driver now, or none. */
  driverReplaced: z.boolean(),
  vehicle_number: z.string().nullable(),
  /** Null once the booking has another driver. */
  vehicle_description: z.string().nullable(),
  resolvedAt: z.number().nullable(),
  /** Name of the admin who closed the alert; null while open, and when the end of the trip closed it. */
  resolvedBy: z.string().nullable(),
  note: z.string().nullable(),
});
export type SafetyAlert = z.infer<typeof safetyAlert>;

const reportSubject = z.enum(reportSubjects);

/** A rider's report about a ride; reports on the same subject are merged until an admin closes them. */
export const tripReport = z.object({
  id: z.string(),
  about: reportSubject,
  message: z.string(),
  /** Time of the last report. */
  at: z.number(),
  /** When an admin closed the report; null while open. */
  resolvedAt: z.number().nullable(),
});
export type TripReport = z.infer<typeof tripReport>;

/** Data of a trip that a viewer without an account sees through a shared link. */
export const sharedTrip = z.object({
  status: bookingStatus,
  /** Planned start of the trip, ms since the epoch. */
  tripdate: z.number(),
  bookLater: z.boolean(),
  driver_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  vehicle_description: z.string().nullable(),
  carType: z.string(),
  carTypeName: z.string(),
  carImage: z.string(),
  position: latLng.extend({ at: z.number(), heading: z.number().nullable() }).nullable(),
  /** Seconds to the pickup or the drop, while the car drives there. */
  eta: z.object({ to: z.enum(['pickup', 'drop']), time_in_secs: z.number() }).nullable(),
  endedAt: z.number().nullable(),
  expiresAt: z.number(),
});
export type SharedTrip = z.infer<typeof sharedTrip>;

export const safetyRoutes = {
  shareBooking: defineRoute({
    method: 'POST',
    path: '/bookings/:id/share',
    summary: 'A public link to this trip, at /t/:token; the same one while it lives',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    body: z.object({}),
    answer: z.object({ token: z.string(), url: z.string(), expiresAt: z.number() }),
    errors: ['not_found', 'transition_not_allowed'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  unshareBooking: defineRoute({
    method: 'DELETE',
    path: '/bookings/:id/share',
    summary: 'The link I shared shows nothing any more',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    answer: z.void(),
    errors: ['not_found'],
  }),
  getSharedTrip: defineRoute({
    method: 'GET',
    path: '/shared-trips/:token',
    summary: 'What a shared link shows: car, plate, first name, position, ETA',
    tag,
    access: 'anyone',
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) }),
    answer: sharedTrip,
    errors: ['link_expired', 'not_found'],
    rateLimit: { max: 120, windowSeconds: 60 },
  }),
  panicBooking: defineRoute({
    method: 'POST',
    path: '/bookings/:id/panic',
    summary:
      'Help: admins are alerted at once with the position and both people; taxi trips with settings.panic on',
    tag,
    access: ['rider', 'driver'],
    params: idParams,
    body: z.object({ location: latLng.optional() }),
    answer: z.object({ id: z.string(), at: z.number() }),
    status: 201,
    errors: ['not_found', 'transition_not_allowed', 'panic_off'],
  }),
  reportTrip: defineRoute({
    method: 'POST',
    path: '/bookings/:id/reports',
    summary: 'Report an item lost in the car, to its driver and the admins, or ask the admins for help',
    tag,
    access: ['rider'],
    params: idParams,
    body: z.object({ about: reportSubject, message: z.string().trim().min(1).max(500) }),
    answer: tripReport,
    status: 201,
    errors: ['not_found', 'transition_not_allowed'],
    rateLimit: { max: 10, windowSeconds: 3600 },
  }),
  listTripReports: defineRoute({
    method: 'GET',
    path: '/bookings/:id/reports',
    summary: 'What I reported about this ride, newest first',
    tag,
    access: ['rider'],
    params: idParams,
    answer: z.object({ items: z.array(tripReport) }),
    errors: ['not_found'],
  }),
  listAlerts: defineRoute({
    method: 'GET',
    path: '/alerts',
    summary: 'Safety alerts: all, newest first; or the open ones, the most urgent kinds first',
    tag,
    access: ['admin'],
    query: pageQuery.extend({ open: z.stringbool().optional() }),
    answer: pageOf(safetyAlert).extend({ open: z.number().int() }),
    errors: [],
  }),
  resolveAlert: defineRoute({
    method: 'POST',
    path: '/alerts/:id/resolve',
    summary: 'Close an alert, with a note of what was done',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({ note: z.string().trim().max(500).default('') }),
    answer: safetyAlert,
    errors: ['not_found', 'already_processed'],
  }),
};
