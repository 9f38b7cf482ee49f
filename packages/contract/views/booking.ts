// What the API shows of a booking, with the specification's field names; amounts in major units, times in ms.
import {
  bookingStatus,
  cancelledBy,
  instructionData,
  parcelChoice,
  paymentMode,
  paymentPacket,
  trackingEntry,
} from '@kerb/domain/booking';
import { fareBreakdown, promoDetails } from '@kerb/domain/fare';
import { cancelSlab } from '@kerb/domain/fleet';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { appcat } from '@kerb/domain/settings';
import { z } from 'zod';

const nullableTime = z.number().nullable();

/** What the viewer may do with the booking now; computed by the server from the one transition table. */
export const bookingAction = z.enum([
  'accept',
  'decline',
  'give_back',
  'arrive',
  'start',
  'reach',
  'collect',
  'pay',
  'rate',
  'rate_rider',
  'tip',
  'cancel',
  'assign',
]);
export type BookingAction = z.infer<typeof bookingAction>;

/**
 * How the driven distance was found: on the road graph, by directions through a sample of the positions, or by straight
 * lines between them where no road service answered.
 */
export const meterMethod = z.enum(['matched', 'sampled', 'straight']);
export type MeterMethod = z.infer<typeof meterMethod>;

export const fareChangeReason = z.enum(['distance', 'time', 'distance_and_time']);

export const fareReviewStatus = z.enum(['open', 'approved', 'waived']);

/** A final fare that exceeds its quote by more than settings.fareTolerance. Amounts are trip costs in major units. */
export const fareReview = z.object({
  status: fareReviewStatus,
  reason: fareChangeReason,
  quoted: z.number(),
  /** What the trip was settled with. */
  collected: z.number(),
  /** What the trip meter says. */
  metered: z.number(),
  /** What the rider pays on top when it is approved, after any discount. */
  extra: z.number(),
  /** The driver's part of the rest. */
  extraShare: z.number(),
  openedAt: z.number(),
  decidedAt: nullableTime,
  /** What the admin wrote about the decision; empty while it is open. */
  note: z.string(),
});
export type FareReviewView = z.infer<typeof fareReview>;

/** A booking as lists show it: without its route, its stops, its fare lines and the pictures of its people. */
export const bookingSummary = z.object({
  id: z.string(),
  /** Short code people can read aloud: 6 characters, no 0/O/1/I. */
  reference: z.string(),
  status: bookingStatus,
  actions: z.array(bookingAction),
  bookLater: z.boolean(),
  tripdate: z.number(),
  bookingDate: z.number(),
  booking_type_admin: z.boolean(),
  carType: z.string(),
  carTypeName: z.string(),

  customer: z.string(),
  customer_name: z.string(),
  customer_contact: z.string().nullable(),
  customer_email: z.string().nullable(),

  pickupAddress: z.string(),
  dropAddress: z.string(),

  estimateDistance: z.number(),
  distance: z.number().nullable(),
  trip_cost: z.number(),
  convenience_fees: z.number(),
  driver_share: z.number(),
  discount_amount: z.number(),
  promo_applied: z.boolean(),
  promo_details: promoDetails.nullable(),
  payment_mode: paymentMode,
  customer_paid: z.number(),
  payableAmount: z.number(),
  usedWalletMoney: z.number(),
  cashPaymentAmount: z.number(),
  cardPaymentAmount: z.number(),
  prepaid: z.boolean(),

  driver: z.string().nullable(),
  driver_name: z.string().nullable(),
  driver_contact: z.string().nullable(),
  vehicle_number: z.string().nullable(),

  driver_accept_time: nullableTime,
  /** The driver finishes another trip first; `pickupAt`: when the rider can expect them. Null for a current trip. */
  followOn: z.object({ pickupAt: z.number() }).nullable(),
  /** From when the minutes of `cancelSlab` count; null while no driver is on the way. */
  cancelFeeFrom: nullableTime,
  trip_start_time: nullableTime,
  trip_end_time: nullableTime,

  reason: z.string().nullable(),
  cancelledBy: cancelledBy.nullable(),
  cancellationFee: z.number(),
  /** What cancelling costs the rider, by minutes since a driver accepted; the car type's when it was booked. */
  cancelSlab: z.array(cancelSlab),
  rating: z.number().nullable(),

  deliveryPerson: z.string().nullable(),
  deliveryPersonPhone: z.string().nullable(),
});
export type BookingSummary = z.infer<typeof bookingSummary>;

/** A booking as its own page shows it: what lists show, and the rest. */
export const booking = bookingSummary.extend({
  appcat,
  carImage: z.string(),
  customer_image: z.string().nullable(),
  /** Push token of the rider when the booking was made; shown to admins only. */
  customer_token: z.string().nullable(),
  customer_rating: z.string(),

  pickup: addressedPoint,
  drop: addressedPoint,
  waypoints: z.array(addressedPoint),
  /** Encoded polyline (precision 5) of the route the estimate was made for. */
  polyline: z.string(),
  /** The same route, point by point. */
  coords: z.array(z.object({ latitude: z.number(), longitude: z.number() })),

  estimate: z.number(),
  estimateTime: z.number(),
  discount: z.number(),
  breakdown: fareBreakdown,
  /** Why the final amount differs from the estimate; null while it does not. */
  fare_change_reason: fareChangeReason.nullable(),

  /** How the driven distance was found; null before the end of the trip, and for deliveries. */
  meterMethod: meterMethod.nullable(),
  /**
   * The roads driven, Google encoded polyline, precision 5; empty before the end of the trip. The driver sees it without
   * its two ends once the trip is over.
   */
  drivenLine: z.string(),
  /** A final fare too far above its quote; null for every other trip. */
  fareReview: fareReview.nullable(),

  paymentPacket,
  gateway: z.string().nullable(),

  driver_image: z.string().nullable(),
  /** Push token of the driver when the booking was accepted; shown to admins only. */
  driver_token: z.string().nullable(),
  driverRating: z.string().nullable(),
  vehicle_description: z.string().nullable(),
  fleetadmin: z.string().nullable(),
  /** Number of drivers with a current offer, while NEW. */
  requestedCount: z.number().int(),
  /** Uids of those drivers: all of them for admins, only their own for a driver, none for others. */
  requestedDrivers: z.record(z.string(), z.literal(true)),
  /** The trip code that the rider reads out to the driver; false without secure OTP, null for all callers except the rider. */
  otp: z.number().int().or(z.literal(false)).nullable(),
  otp_required: z.boolean(),

  driver_arrive_time: nullableTime,
  /** The specification has two names for each: trip_start_time and startTime, trip_end_time and endTime. */
  startTime: nullableTime,
  endTime: nullableTime,
  /** Seconds. */
  total_trip_time: z.number().nullable(),
  /** What the rider gave the driver on top; 0 without a tip. */
  tip: z.number(),
  paid_at: nullableTime,
  completed_at: nullableTime,
  cancelled_at: nullableTime,

  /** What the driver gave the rider; for the driver and admins, null for others and while not given. */
  rider_rating: z.number().nullable(),

  pickUpInstructions: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  parcelTypeSelected: parcelChoice,
  optionSelected: parcelChoice,
  /** Addresses of the proof photos, for who may see the booking; null while not taken. */
  pickup_image: z.string().nullable(),
  deliver_image: z.string().nullable(),
});
export type BookingView = z.infer<typeof booking>;

/** A row of the queue of fare reviews. */
export const fareReviewRow = fareReview.extend({
  booking: z.string(),
  reference: z.string(),
  bookingStatus,
  customer: z.string(),
  customer_name: z.string(),
  driver: z.string().nullable(),
  driver_name: z.string().nullable(),
  pickupAddress: z.string(),
  dropAddress: z.string(),
  /** Quoted and driven distance in the operator's unit, and time in seconds. */
  estimateDistance: z.number(),
  distance: z.number().nullable(),
  estimateTime: z.number(),
  total_trip_time: z.number().nullable(),
  meterMethod: meterMethod.nullable(),
});
export type FareReviewRow = z.infer<typeof fareReviewRow>;

export const task = z.object({
  booking: z.string(),
  reference: z.string(),
  expiresAt: z.number(),
  /** The driver is on a trip, and this one follows it. */
  afterTrip: z.boolean(),
  pickup: addressedPoint,
  drop: addressedPoint,
  waypoints: z.array(addressedPoint),
  polyline: z.string(),
  bookLater: z.boolean(),
  tripdate: z.number(),
  carType: z.string(),
  carTypeName: z.string(),
  customer_name: z.string(),
  customer_rating: z.string(),
  payment_mode: paymentMode,
  trip_cost: z.number(),
  driver_share: z.number(),
  estimateDistance: z.number(),
  estimateTime: z.number(),
  /**
   * Road distance (operator's unit) and seconds from the driver to the pickup, or from the end of the driver's trip;
   * null when not known.
   */
  pickup_distance: z.number().nullable(),
  pickup_time: z.number().nullable(),
});
export type Task = z.infer<typeof task>;

export const estimate = z.object({
  id: z.string(),
  carType: z.string(),
  estimateFare: z.number(),
  convenience_fees: z.number(),
  trip_cost: z.number(),
  /** km or miles, as settings say. */
  distance: z.number(),
  /** Seconds. */
  time: z.number(),
  polyline: z.string(),
  /** With the promo's discount as its last line. */
  breakdown: fareBreakdown,
  promo: promoDetails.nullable(),
  discount_amount: z.number(),
  /** trip_cost − discount_amount */
  payableAmount: z.number(),
  pickup: addressedPoint,
  drop: addressedPoint,
  waypoints: z.array(addressedPoint),
  expiresAt: z.number(),
});
export type EstimateView = z.infer<typeof estimate>;

export const track = z.object({
  /** Status changes with their place, oldest first. */
  entries: z.array(trackingEntry),
  /** Encoded polyline (precision 5) of the positions stored so far. */
  trail: z.string(),
  driver: latLng.extend({ at: z.number(), heading: z.number().nullable() }).nullable(),
  /** Remaining route by road: to the pickup before STARTED, to the drop after; null when the car is not driving. */
  ahead: z
    .object({
      to: z.enum(['pickup', 'drop']),
      distance_in_km: z.number(),
      time_in_secs: z.number(),
      polyline: z.string(),
    })
    .nullable(),
});
export type Track = z.infer<typeof track>;

export { instructionData };
