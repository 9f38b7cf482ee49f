// Route declarations of estimates and bookings: create, list, read, refund.
import { bookingStatus, instructionData, paymentChoice } from '@kerb/domain/booking';
import { figureNames, MAX_AREA_CELLS } from '@kerb/domain/figures';
import { addressedPoint } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, optionalNumber, pageOf, pageQuery, uuid } from '../pages.ts';
import { booking, bookingSummary, estimate, fareReviewRow } from '../views/booking.ts';
import { payment, paymentForm, refund } from '../views/money.ts';
import { people, stateErrors, transition } from './booking-transition.ts';

const journey = {
  pickup: addressedPoint,
  drop: addressedPoint,
  /**
   * Requests with more than `maxWaypoints` stops are rejected as too_many_waypoints; this bound only limits the size of
   * the body.
   */
  waypoints: z.array(addressedPoint).max(100).default([]),
  carType: uuid,
};

export const estimateRequest = z.object({
  ...journey,
  instructionData: instructionData.optional(),
  /** Departure for whose traffic the trip is priced, ms since the epoch; now when left out. */
  tripdate: z.number().int().optional(),
});
export type EstimateRequest = z.input<typeof estimateRequest>;

export const bookingRequest = z.object({
  ...journey,
  /** Id of the estimate whose amounts the booking uses; it must be for the same trip and departure. */
  estimate: uuid,
  bookLater: z.boolean().default(false),
  tripdate: z.number().int().optional(),
  instructionData: instructionData.optional(),
  paymentPacket: paymentChoice,
  booking_type_admin: z.boolean().default(false),
  /** For bookings made by an admin: the rider of the booking, and optionally the driver who gets the first offer. */
  userDetails: z.object({ uid: uuid }).optional(),
  driver: uuid.optional(),
  /**
   * Promo that the estimate was quoted with; any other value is rejected with quote_mismatch. When left out, promos are
   * not compared.
   */
  promo: uuid.nullish(),
});
export type BookingRequest = z.input<typeof bookingRequest>;
/** A booking request after validation, with its defaults. */
export type ParsedBookingRequest = z.output<typeof bookingRequest>;

export const bookingResult = z.object({
  booking_id: z.string(),
  reference: z.string(),
  mainData: z.object({
    status: bookingStatus,
    trip_cost: z.number(),
    customer: z.string(),
    customer_contact: z.string(),
    customer_email: z.string(),
  }),
});
export type BookingResult = z.infer<typeof bookingResult>;

/**
 * `trip_cost` sorts by the fare after the discount, or by the fee of a cancelled booking; `status` by the order of the
 * statuses in the life of a booking; names and plates are sorted without regard to letter case.
 */
export const bookingSort = z.enum([
  'bookingDate',
  'tripdate',
  'trip_cost',
  'customer',
  'driver',
  'vehicle_number',
  'status',
]);
export type BookingSort = z.infer<typeof bookingSort>;

export const bookingCount = z.object({
  count: z.number().int(),
  /** Whether more bookings match than `count`. */
  more: z.boolean(),
});
export type BookingCount = z.infer<typeof bookingCount>;

/** Filters of a list of bookings, applied in addition to the limits of the caller's role. */
export const bookingFilters = {
  /** One status or several, separated by commas: "NEW,ACCEPTED". */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(bookingStatus))
    .optional(),
  active: z.stringbool().optional(),
  /** Only later bookings whose tripdate is in the future. */
  upcoming: z.stringbool().optional(),
  /** Range of tripdate in ms since the epoch: from (inclusive) and to (exclusive). */
  from: optionalNumber,
  to: optionalNumber,
  carType: uuid.optional(),
  /** Text search in the reference, the names, the vehicle number and the addresses. */
  q: z.string().trim().max(100).optional(),
  /** Only bookings of this rider or driver; for admins, and for fleet admins among their own drivers. */
  person: uuid.optional(),
  /**
   * Only the bookings that are counted in this figure of `GET /reports/figures`. With `utilisation`, the filters
   * `from`, `to` and `hour` refer to the time for which a booking occupied its driver instead of its tripdate.
   */
  counted: z.enum(figureNames).optional(),
  /** Only trips in this hour of the day, 0 to 23, in settings.timezone. */
  hour: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(0).max(23)])
    .optional(),
  /** Only pickups in these cells of about 1 km, written "row:column" and joined by "_", at most 40. */
  area: z
    .string()
    .max(600)
    .transform((text) => text.split('_').filter((cell) => cell !== ''))
    .pipe(z.array(z.string().regex(/^-?\d{1,6}:-?\d{1,6}$/)).max(MAX_AREA_CELLS))
    .transform((cells) => (cells.length === 0 ? undefined : cells))
    .optional(),
  /** Only bookings cancelled with exactly this stored reason. */
  reason: z.string().max(500).optional(),
} as const;
export type BookingFilters = z.output<z.ZodObject<typeof bookingFilters>>;

export const bookingRoutes = {
  createEstimate: defineRoute({
    method: 'POST',
    path: '/estimates',
    summary: 'An itemised quote from the real road route, held for 10 minutes',
    tag: 'bookings',
    access: 'anyone',
    body: estimateRequest,
    answer: estimate,
    status: 201,
    errors: [
      'must_login',
      'select_proper',
      'place_to_coords_error',
      'no_route_found',
      'pickup_equals_drop',
      'too_many_waypoints',
      'not_found',
    ],
    rateLimit: { max: 1200, windowSeconds: 60 },
  }),
  createBooking: defineRoute({
    method: 'POST',
    path: '/bookings',
    summary: 'Book what was quoted, now or later',
    tag: 'bookings',
    access: 'anyone',
    body: bookingRequest,
    answer: bookingResult,
    status: 201,
    errors: [
      'must_login',
      'user_issue_contact_admin',
      'profile_incomplete',
      'select_proper',
      'incomplete_user',
      'past_booking_error',
      'no_driver_found_alert_messege',
      'deliveryDetailMissing',
      'quote_expired',
      'quote_mismatch',
      'insufficient_wallet',
      'pickup_equals_drop',
      'too_many_waypoints',
      'too_far_ahead',
      'rider_blocked',
      'payment_due',
      'driver_not_eligible',
      'promo_not_found',
      'promo_expired',
      'promo_used_up',
      'promo_already_used',
      'promo_below_min_order',
    ],
  }),
  listBookings: defineRoute({
    method: 'GET',
    path: '/bookings',
    summary: 'Bookings by role: own as rider or driver, the fleet, or all; newest first',
    tag: 'bookings',
    access: people,
    query: pageQuery.extend({
      ...bookingFilters,
      sort: bookingSort.default('bookingDate'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    answer: pageOf(bookingSummary),
    errors: [],
  }),
  countBookings: defineRoute({
    method: 'GET',
    path: '/bookings/count',
    summary: 'How many bookings the same list has; counted up to 1,000',
    tag: 'bookings',
    access: people,
    query: z.object(bookingFilters),
    answer: bookingCount,
    errors: [],
  }),
  exportBookings: defineRoute({
    method: 'GET',
    path: '/bookings.csv',
    summary: 'The same list as CSV, every row; while critical edits are on',
    tag: 'bookings',
    access: people,
    stepUp: true,
    query: z.object({ ...bookingFilters, lang: z.string().max(20).optional() }),
    answer: z.instanceof(Uint8Array),
    binary: 'text/csv; charset=utf-8',
    errors: ['demo_mode'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  exportSelectedBookings: defineRoute({
    method: 'POST',
    path: '/bookings/export',
    summary: 'The same CSV of selected bookings, newest first; those out of the caller’s reach are left out',
    tag: 'bookings',
    access: people,
    stepUp: true,
    body: z.strictObject({ ids: z.array(uuid).min(1).max(5000), lang: z.string().max(20).optional() }),
    bodyMaxBytes: 256 * 1024,
    answer: z.instanceof(Uint8Array),
    binary: 'text/csv; charset=utf-8',
    errors: ['demo_mode'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  getBooking: defineRoute({
    method: 'GET',
    path: '/bookings/:id',
    summary: 'One booking',
    tag: 'bookings',
    access: people,
    params: idParams,
    answer: booking,
    errors: ['not_found'],
  }),
  refundBooking: defineRoute({
    ...transition(
      'refund',
      'Give back a paid trip, whole or in part: to the card, else to the wallet',
      ['admin'],
      z.object({ amount: z.number(), reason: z.string().trim().min(1).max(300) }),
    ),
    stepUp: true,
    errors: [...stateErrors, 'no_details_error', 'refund_too_large'],
  }),
  tipDriver: defineRoute({
    ...transition(
      'tip',
      'Tip the driver of a paid trip from the wallet, once, within two weeks',
      ['rider'],
      z.object({ amount: z.number() }),
    ),
    errors: [...stateErrors, 'no_details_error', 'tip_too_large', 'insufficient_wallet'],
  }),
  openTipPayment: defineRoute({
    method: 'POST',
    path: '/bookings/:id/tip/payment',
    summary: 'Begin to pay a tip by card: the form to post to a provider',
    tag: 'bookings',
    access: ['rider'],
    params: idParams,
    body: z.object({ amount: z.number() }),
    answer: paymentForm,
    status: 201,
    errors: [...stateErrors, 'no_details_error', 'tip_too_large', 'no_provider_found'],
  }),
  decideFareReview: defineRoute({
    ...transition(
      'fare-review',
      'Decide on a fare that exceeds its quote: charge the rest, or waive it',
      ['admin'],
      z.object({
        decision: z.enum(['approve', 'waive']),
        note: z.string().trim().min(1).max(300),
      }),
    ),
    stepUp: true,
    errors: ['not_found', 'already_processed'],
  }),
  listFareReviews: defineRoute({
    method: 'GET',
    path: '/fare-reviews',
    summary: 'Fares that exceed their quote: the open ones, or those decided; newest first',
    tag: 'bookings',
    access: ['admin'],
    query: pageQuery.extend({ status: z.enum(['open', 'decided']).default('open') }),
    answer: pageOf(fareReviewRow).extend({ open: z.number().int() }),
    errors: [],
  }),
  getBookingMoney: defineRoute({
    method: 'GET',
    path: '/bookings/:id/money',
    summary: 'What was paid for a booking and how, and what went back',
    tag: 'bookings',
    access: ['rider', 'admin'],
    params: idParams,
    answer: z.object({
      payments: z.array(payment),
      refunds: z.array(refund),
      /** Amount that an admin can still refund. */
      refundable: z.number(),
    }),
    errors: ['not_found'],
  }),
};
