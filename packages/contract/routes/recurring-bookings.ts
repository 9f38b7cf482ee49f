// Route declarations of recurring bookings: a trip that an admin books for a rider on certain weekdays at a time of
// day. The server creates the bookings of the next seven days.
import { bookingStatus, instructionData, paymentMode } from '@kerb/domain/booking';
import { addressedPoint } from '@kerb/domain/geo';
import { recurrence } from '@kerb/domain/recurring-bookings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';

const tag = 'recurring bookings';

const trip = {
  pickup: addressedPoint,
  drop: addressedPoint,
  /**
   * Requests with more than `maxWaypoints` stops are rejected as too_many_waypoints; this bound only limits the size of
   * the body.
   */
  waypoints: z.array(addressedPoint).max(100).default([]),
  /** Required by delivery services. */
  instructionData: instructionData.nullable().default(null),
  payment_mode: paymentMode,
};

export const recurringBookingRequest = z.strictObject({
  rider: uuid,
  carType: uuid,
  ...trip,
  /** ISO 8601 weekdays: Monday is 1, Sunday is 7. An empty list is rejected as weekday_required. */
  weekdays: recurrence.shape.weekdays.max(100),
  timeOfDay: recurrence.shape.timeOfDay,
  firstDay: recurrence.shape.firstDay,
  /** Last day, inclusive; null or left out for a booking that recurs until it is stopped. */
  lastDay: recurrence.shape.lastDay.default(null),
  /**
   * Requests with more than `maxSkippedDays` are rejected as too_many_skipped_days; this bound only limits the size of
   * the body.
   */
  skippedDays: recurrence.shape.skippedDays.max(400).default([]),
});
export type RecurringBookingRequest = z.input<typeof recurringBookingRequest>;
/** A request after validation, with its defaults. */
export type ParsedRecurringBookingRequest = z.output<typeof recurringBookingRequest>;

/**
 * booked: the booking exists; planned: the server will create it later; skipped: an admin excluded the day; failed: the
 * booking could not be created, which is retried until 15 minutes before its time; cancelled: the single booking was
 * cancelled, and is not created again unless the day is planned again.
 */
export const recurringDayStatus = z.enum(['booked', 'planned', 'skipped', 'failed', 'cancelled']);
export type RecurringDayStatus = z.infer<typeof recurringDayStatus>;

export const recurringDay = z.object({
  day: z.iso.date(),
  /** When the trip begins, ms since the epoch. */
  tripdate: z.number().int(),
  status: recurringDayStatus,
  /** Id, reference and status of the booking; null without one. */
  booking: z.string().nullable(),
  reference: z.string().nullable(),
  bookingStatus: bookingStatus.nullable(),
  /** Error code of a failed day; null otherwise. */
  problem: z.string().nullable(),
});
export type RecurringDay = z.infer<typeof recurringDay>;

export const recurringBooking = z.object({
  id: z.string(),
  rider: z.string(),
  riderName: z.string(),
  carType: z.string(),
  /** Null after the car type was deleted. */
  carTypeName: z.string().nullable(),
  ...trip,
  ...recurrence.shape,
  createdAt: z.number(),
  /** Name of the admin who created it. */
  createdBy: z.string(),
  stoppedAt: z.number().nullable(),
  /** Name of the admin who stopped it; null while active, and where the rider's account was deleted. */
  stoppedBy: z.string().nullable(),
  /** Whether it was not stopped and its last day is not over. */
  active: z.boolean(),
  /** The next eight days on which it takes place, starting today, including skipped days. */
  nextDays: z.array(recurringDay),
});
export type RecurringBooking = z.infer<typeof recurringBooking>;

/** A booking that could not be cancelled, with the error code. */
export const uncancelledDay = z.object({
  day: z.iso.date(),
  booking: z.string(),
  reference: z.string(),
  problem: z.string(),
});

export const recurringBookingRoutes = {
  addRecurringBooking: defineRoute({
    method: 'POST',
    path: '/recurring-bookings',
    summary: 'Book a trip on weekdays for a rider; the bookings of the next seven days are made at once',
    tag,
    access: ['admin'],
    body: recurringBookingRequest,
    answer: recurringBooking,
    status: 201,
    errors: [
      'select_proper',
      'incomplete_user',
      'rider_blocked',
      'deliveryDetailMissing',
      'too_many_waypoints',
      'pickup_equals_drop',
      'place_to_coords_error',
      'no_route_found',
      'weekday_required',
      'last_day_before_first',
      'day_past',
      'day_too_far_ahead',
      'too_many_skipped_days',
      'no_day_left',
    ],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  listRecurringBookings: defineRoute({
    method: 'GET',
    path: '/recurring-bookings',
    summary: 'Recurring bookings with their next days, newest first; of one rider, or those that are active',
    tag,
    access: ['admin'],
    query: pageQuery.extend({
      cursor: uuid.optional(),
      rider: uuid.optional(),
      active: z.stringbool().optional(),
    }),
    answer: pageOf(recurringBooking),
    errors: [],
  }),
  skipRecurringDay: defineRoute({
    method: 'POST',
    path: '/recurring-bookings/:id/skip',
    summary: 'Leave a day out, which cancels its booking, or plan it again',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.strictObject({ day: z.iso.date(), skip: z.boolean() }),
    answer: recurringBooking,
    errors: [
      'not_found',
      'recurring_booking_stopped',
      'not_a_recurring_day',
      'day_past',
      'too_many_skipped_days',
      'transition_not_allowed',
      'demo_mode',
    ],
    rateLimit: { max: 120, windowSeconds: 60 },
  }),
  stopRecurringBooking: defineRoute({
    method: 'POST',
    path: '/recurring-bookings/:id/stop',
    summary: 'Make no more bookings, and cancel those that were made for later if wished',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.strictObject({ cancelBooked: z.boolean() }),
    answer: z.object({
      recurringBooking,
      /** Number of bookings that this call cancelled. */
      cancelled: z.number().int(),
      notCancelled: z.array(uncancelledDay),
    }),
    errors: ['not_found'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
};
