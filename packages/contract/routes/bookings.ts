// Estimates, bookings and their transitions, tasks of a driver, drivers around.
import { bookingStatus, instructionData, paymentChoice } from '@kerb/domain/booking';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, imageMaxBytes, pageOf, pageQuery, uuid } from '../pages.ts';
import { booking, bookingSummary, estimate, task, track } from '../views/booking.ts';
import { payment, refund } from '../views/money.ts';

const people = ['rider', 'driver', 'admin', 'fleetadmin'] as const;

const journey = {
  pickup: addressedPoint,
  drop: addressedPoint,
  /** More than `maxWaypoints` are refused as too_many_waypoints; this bound only keeps the body small. */
  waypoints: z.array(addressedPoint).max(100).default([]),
  carType: uuid,
};

export const estimateRequest = z.object({
  ...journey,
  instructionData: instructionData.optional(),
  tripdate: z.number().int().optional(),
});
export type EstimateRequest = z.input<typeof estimateRequest>;

export const bookingRequest = z.object({
  ...journey,
  /** Id of the estimate; the amounts are taken from it. */
  estimate: uuid,
  bookLater: z.boolean().default(false),
  tripdate: z.number().int().optional(),
  instructionData: instructionData.optional(),
  paymentPacket: paymentChoice,
  booking_type_admin: z.boolean().default(false),
  /** Admin bookings only: the rider booked for, and optionally a driver to ask. */
  userDetails: z.object({ uid: uuid }).optional(),
  driver: uuid.optional(),
  /** The promo the estimate was quoted with; another one, or none, is a quote_mismatch. Left out: not compared. */
  promo: uuid.nullish(),
});
export type BookingRequest = z.input<typeof bookingRequest>;

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

export const bookingSort = z.enum(['bookingDate', 'tripdate']);
export type BookingSort = z.infer<typeof bookingSort>;

/** What narrows a list of bookings, on top of the caller's role. */
export const bookingFilters = {
  /** One status or several, as "NEW,ACCEPTED". */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(bookingStatus))
    .optional(),
  active: z.stringbool().optional(),
  /** Later bookings whose time has not come. */
  upcoming: z.stringbool().optional(),
  /** tripdate from (inclusive) and to (exclusive), ms since the epoch. */
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  carType: uuid.optional(),
  /** Words of the reference, the names, the vehicle number and the addresses. */
  q: z.string().trim().max(100).optional(),
  /** Only bookings of this rider or driver; for admins, and fleet admins of their own drivers. */
  person: uuid.optional(),
} as const;
export type BookingFilters = z.output<z.ZodObject<typeof bookingFilters>>;

/** A driver of a booking's car type, as the dialog of assigning lists them. */
const candidate = z.object({
  driver: z.string(),
  name: z.string(),
  vehicle_number: z.string(),
  vehicle_description: z.string(),
  rating: z.string(),
  /** Operator's unit, great-circle; null without a fresh position. */
  distance: z.number().nullable(),
  /** Seconds by road to the pickup; null when not known. */
  time_in_secs: z.number().nullable(),
  /** Why dispatch would not ask them by itself (off_duty, busy …); null: free. They may be assigned all the same. */
  gate: z.string().nullable(),
  /** Asked already. */
  asked: z.boolean(),
});
export type DriverCandidate = z.infer<typeof candidate>;

const imageUpload = { field: 'image', maxBytes: imageMaxBytes } as const;
const imageErrors = ['payload_too_large', 'image_unreadable', 'image_too_large'] as const;

const setImage = (name: 'pickup_image' | 'deliver_image', summary: string) =>
  ({
    method: 'PUT',
    path: `/bookings/:id/${name}`,
    summary,
    tag: 'bookings',
    access: ['driver'],
    params: idParams,
    upload: imageUpload,
    answer: booking,
    errors: ['not_found', 'transition_not_allowed', ...imageErrors],
    rateLimit: { max: 20, windowSeconds: 60 },
  }) as const;

const getImage = (name: 'pickup_image' | 'deliver_image', summary: string) =>
  ({
    method: 'GET',
    path: `/bookings/:id/${name}`,
    summary,
    tag: 'bookings',
    access: people,
    params: idParams,
    answer: z.instanceof(Uint8Array),
    binary: 'image/webp',
    errors: ['not_found'],
  }) as const;

/** Where the driver stands when he acts, and when it happened on his phone. */
const actionPlace = z.object({ location: latLng.optional(), at: z.number().int().optional() });

const transition = <const P extends string, B extends z.ZodType, const A extends readonly string[]>(
  action: P,
  summary: string,
  access: A,
  body: B,
) =>
  ({
    method: 'POST',
    path: `/bookings/:id/${action}`,
    summary,
    tag: 'bookings',
    access,
    params: idParams,
    body,
    answer: booking,
  }) as const;

const stateErrors = ['not_found', 'transition_not_allowed', 'forbidden'] as const;

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
  exportBookings: defineRoute({
    method: 'GET',
    path: '/bookings.csv',
    summary: 'The same list as CSV, every row; while critical edits are on',
    tag: 'bookings',
    access: people,
    query: z.object({ ...bookingFilters, lang: z.string().max(20).optional() }),
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
  acceptBooking: defineRoute({
    ...transition('accept', 'Take the task', ['driver'], actionPlace),
    errors: [
      ...stateErrors,
      'booking_taken',
      'driver_busy',
      'driver_not_eligible',
      'documents_expired',
      'wallet_blocked',
    ],
  }),
  declineBooking: defineRoute({
    ...transition('decline', 'Refuse the task', ['driver'], z.object({})),
    answer: z.void(),
    errors: stateErrors,
  }),
  arriveBooking: defineRoute({
    ...transition('arrive', 'The car stands at the pickup', ['driver'], actionPlace),
    errors: stateErrors,
  }),
  startBooking: defineRoute({
    ...transition(
      'start',
      'The trip starts; takes the trip code when secure OTP is on',
      ['driver'],
      actionPlace.extend({ otp: z.string().max(10).optional() }),
    ),
    errors: [...stateErrors, 'trip_otp_wrong', 'location_fetch_error', 'photo_required'],
  }),
  reachBooking: defineRoute({
    ...transition('reach', 'The trip has reached its drop: amounts become final', ['driver'], actionPlace),
    errors: [...stateErrors, 'location_fetch_error', 'photo_required'],
  }),
  collectBooking: defineRoute({
    ...transition('collect', 'The driver confirms the cash', ['driver', 'admin'], z.object({})),
    errors: stateErrors,
  }),
  payBooking: defineRoute({
    ...transition(
      'pay',
      'The rider pays what is pending: wallet at once, cash to the driver, card by the payment form',
      ['rider'],
      paymentChoice,
    ),
    errors: [...stateErrors, 'insufficient_wallet'],
  }),
  refundBooking: defineRoute({
    ...transition(
      'refund',
      'Give back a paid trip, whole or in part: to the card, else to the wallet',
      ['admin'],
      z.object({ amount: z.number(), reason: z.string().trim().min(1).max(300) }),
    ),
    errors: [...stateErrors, 'no_details_error', 'refund_too_large', 'demo_mode'],
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
      /** What an admin may still give back. */
      refundable: z.number(),
    }),
    errors: ['not_found'],
  }),
  rateBooking: defineRoute({
    ...transition(
      'rate',
      'Rate the driver, or skip with rating null',
      ['rider'],
      z.object({
        rating: z.number().int().min(1).max(5).nullable(),
        comment: z.string().trim().max(500).optional(),
      }),
    ),
    errors: stateErrors,
  }),
  cancelBooking: defineRoute({
    ...transition(
      'cancel',
      'Cancel with a reason',
      ['rider', 'driver', 'admin'],
      z.object({ reason: z.string().trim().min(1).max(300) }),
    ),
    errors: [...stateErrors, 'reason_required', 'demo_mode'],
  }),
  assignBooking: defineRoute({
    ...transition(
      'assign',
      'Ask a driver of the car type (autoDispatch off)',
      ['admin'],
      z.object({ driver: uuid }),
    ),
    errors: [...stateErrors, 'driver_not_eligible'],
  }),
  listCandidates: defineRoute({
    method: 'GET',
    path: '/bookings/:id/candidates',
    summary: 'Drivers an admin may assign: approved, of the booking\u2019s car type, nearest first by road',
    tag: 'dispatch',
    access: ['admin'],
    params: idParams,
    query: z.object({ q: z.string().trim().max(100).optional() }),
    answer: z.object({ items: z.array(candidate) }),
    errors: ['not_found'],
  }),
  setPickupImage: defineRoute(
    setImage('pickup_image', 'Photo of the parcel at the pickup, before the trip starts'),
  ),
  setDeliverImage: defineRoute(
    setImage('deliver_image', 'Photo of the parcel at the drop, before it is reached'),
  ),
  getPickupImage: defineRoute(getImage('pickup_image', 'The photo taken at the pickup')),
  getDeliverImage: defineRoute(getImage('deliver_image', 'The photo taken at the drop')),
  trackBooking: defineRoute({
    method: 'GET',
    path: '/bookings/:id/track',
    summary: 'Where the trip is: timeline, trail, the car and the way ahead with its ETA',
    tag: 'tracking',
    access: people,
    params: idParams,
    answer: track,
    errors: ['not_found', 'location_fetch_error'],
  }),
  getDispatchReceipt: defineRoute({
    method: 'GET',
    path: '/bookings/:id/dispatch',
    summary: 'Why the drivers were asked or not: every gate and cost of each round',
    tag: 'dispatch',
    access: ['admin'],
    params: idParams,
    answer: z.object({
      rounds: z.array(
        z.object({
          at: z.number(),
          policy: z.string(),
          /** Of a later booking: drivers are asked from then on (ms); a round before it only looked around. */
          askAt: z.number().nullable(),
          /** The way that was reckoned with; null when none was known and a default was taken, or asked at once. */
          nearest_in_secs: z.number().nullable(),
          candidates: z.array(
            z.object({
              driver: z.string(),
              /** Empty for somebody whose account is gone. */
              name: z.string(),
              distance_in_km: z.number().nullable(),
              eta_in_secs: z.number().nullable(),
              gate: z.string().nullable(),
              asked: z.boolean(),
            }),
          ),
        }),
      ),
    }),
    errors: ['not_found'],
  }),
  listTasks: defineRoute({
    method: 'GET',
    path: '/tasks',
    summary: 'NEW bookings that ask this driver, in expiry order',
    tag: 'tasks',
    access: ['driver'],
    answer: z.object({ items: z.array(task) }),
    errors: [],
  }),
  nearbyDrivers: defineRoute({
    method: 'GET',
    path: '/drivers/nearby',
    summary: 'Eligible drivers around a point: per car type how many and how far, and where the cars are',
    tag: 'drivers',
    access: 'anyone',
    query: z.object({
      lat: z.coerce.number().min(-90).max(90),
      lng: z.coerce.number().min(-180).max(180),
      carType: uuid.optional(),
    }),
    answer: z.object({
      carTypes: z.array(
        z.object({ carType: z.string(), count: z.number().int(), nearest_in_secs: z.number().nullable() }),
      ),
      /** Positions only, rounded to about 10 m, without who drives. */
      cars: z.array(latLng.extend({ heading: z.number().nullable(), carType: z.string() })),
    }),
    errors: [],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  liveDrivers: defineRoute({
    method: 'GET',
    path: '/drivers/live',
    summary: 'Active drivers with their positions: all for admins, their own for fleet admins',
    tag: 'drivers',
    access: ['admin', 'fleetadmin'],
    answer: z.object({
      items: z.array(
        z.object({
          driver: z.string(),
          name: z.string(),
          vehicle_number: z.string(),
          carType: z.string().nullable(),
          queue: z.boolean(),
          lat: z.number(),
          lng: z.number(),
          at: z.number(),
        }),
      ),
    }),
    errors: [],
  }),
};
