// Response schemas of bookings, with the field names of the specification; amounts in major units, times in ms since
// the epoch.
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

/** Actions that the viewer may take on the booking now; the server computes them from the transition table. */
export const bookingAction = z.enum([
  'accept',
  'decline',
  'give_back',
  'arrive',
  'start',
  'reach',
  'collect',
  'pay',
  'charge',
  'rate',
  'rate_rider',
  'tip',
  'cancel',
  'assign',
]);
export type BookingAction = z.infer<typeof bookingAction>;

/**
 * How the driven distance was measured: on the road graph, by directions through a sample of the positions, or by
 * straight lines between them when no road service was available.
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
  /** Trip cost that the trip was settled with. */
  collected: z.number(),
  /** Trip cost according to the trip meter. */
  metered: z.number(),
  /** Additional amount that the rider pays when the review is approved, after any discount. */
  extra: z.number(),
  /** Part of the additional amount that goes to the driver. */
  extraShare: z.number(),
  openedAt: z.number(),
  decidedAt: nullableTime,
  /** Note of the admin about the decision; empty while the review is open. */
  note: z.string(),
});
export type FareReviewView = z.infer<typeof fareReview>;

/** Unit of a booking's distances: the operator's when it was quoted, which is that of its rate. */
export const distanceUnit = z.enum(['km', 'mi']);
export type DistanceUnit = z.infer<typeof distanceUnit>;

/** A booking in lists: without its route, stops, fare lines and profile pictures. */
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
  distanceUnit,
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
  /**
   * Set when the driver finishes another trip first; `pickupAt` is when the rider can expect them. Null for every other
   * booking.
   */
  followOn: z.object({ pickupAt: z.number() }).nullable(),
  /**
   * Whether the driver accepted this later booking before its search and has not set out: until then they take other
   * trips, and their position is not shown.
   */
  acceptedAhead: z.boolean(),
  /**
   * Time from which the minutes of `cancelSlab` count. Null without a driver, and before they have set out: cancelling is
   * free then.
   */
  cancelFeeFrom: nullableTime,
  trip_start_time: nullableTime,
  trip_end_time: nullableTime,

  reason: z.string().nullable(),
  cancelledBy: cancelledBy.nullable(),
  cancellationFee: z.number(),
  /**
   * Cancellation fees of the rider by minutes since a driver accepted, copied from the car type when the booking was
   * made.
   */
  cancelSlab: z.array(cancelSlab),
  rating: z.number().nullable(),

  deliveryPerson: z.string().nullable(),
  deliveryPersonPhone: z.string().nullable(),
});
export type BookingSummary = z.infer<typeof bookingSummary>;

/** A booking with all of its fields, for its own page. */
export const booking = bookingSummary.extend({
  appcat,
  carImage: z.string(),
  customer_image: z.string().nullable(),
  /** Push token of the rider when the booking was made; only for admins. */
  customer_token: z.string().nullable(),
  customer_rating: z.string(),

  pickup: addressedPoint,
  drop: addressedPoint,
  waypoints: z.array(addressedPoint),
  /** Encoded polyline (precision 5) of the estimated route. */
  polyline: z.string(),
  /** The points of the same route. */
  coords: z.array(z.object({ latitude: z.number(), longitude: z.number() })),

  estimate: z.number(),
  estimateTime: z.number(),
  discount: z.number(),
  breakdown: fareBreakdown,
  /** Why the final amount differs from the estimate; null while it does not. */
  fare_change_reason: fareChangeReason.nullable(),

  /** How the driven distance was measured; null before the end of the trip, and for deliveries. */
  meterMethod: meterMethod.nullable(),
  /**
   * Driven route as a Google encoded polyline, precision 5; empty before the end of the trip. For the driver, both ends
   * are removed once the trip is over.
   */
  drivenLine: z.string(),
  /** Review of a final fare that exceeds its quote by too much; null for every other trip. */
  fareReview: fareReview.nullable(),

  paymentPacket,
  gateway: z.string().nullable(),

  driver_image: z.string().nullable(),
  /** Push token of the driver when the booking was accepted; only for admins. */
  driver_token: z.string().nullable(),
  driverRating: z.string().nullable(),
  vehicle_description: z.string().nullable(),
  fleetadmin: z.string().nullable(),
  /** Number of drivers with an open offer, while NEW. */
  requestedCount: z.number().int(),
  /** Uids of the drivers with an open offer: all of them for admins, only their own for a driver, empty for others. */
  requestedDrivers: z.record(z.string(), z.literal(true)),
  /**
   * The trip code that the rider reads out to the driver; false without secure OTP, null for all callers except the
   * rider.
   */
  otp: z.number().int().or(z.literal(false)).nullable(),
  otp_required: z.boolean(),

  driver_arrive_time: nullableTime,
  /**
   * The specification has two names for each of these times: trip_start_time and startTime, trip_end_time and endTime.
   */
  startTime: nullableTime,
  endTime: nullableTime,
  /** Seconds. */
  total_trip_time: z.number().nullable(),
  /** Tip from the rider to the driver; 0 without a tip. */
  tip: z.number(),
  paid_at: nullableTime,
  completed_at: nullableTime,
  cancelled_at: nullableTime,

  /** Rating that the driver gave the rider, for the driver and admins; null for others and before it is given. */
  rider_rating: z.number().nullable(),

  pickUpInstructions: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  parcelTypeSelected: parcelChoice,
  optionSelected: parcelChoice,
  /** URLs of the proof photos, for users who may see the booking; null for a photo that was not taken. */
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
  /** Quoted and driven distance in `distanceUnit`, and time in seconds. */
  estimateDistance: z.number(),
  distance: z.number().nullable(),
  distanceUnit,
  estimateTime: z.number(),
  total_trip_time: z.number().nullable(),
  meterMethod: meterMethod.nullable(),
});
export type FareReviewRow = z.infer<typeof fareReviewRow>;

export const task = z.object({
  booking: z.string(),
  reference: z.string(),
  expiresAt: z.number(),
  /** Whether this is a follow-on trip of a driver who is still on another trip. */
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
   * Road distance (operator's unit) and travel time in seconds from the driver, or from the end of the driver's current
   * trip, to the pickup; null when unknown.
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
  /** Distance in km or miles, depending on settings.convert_to_mile. */
  distance: z.number(),
  /** Seconds. */
  time: z.number(),
  polyline: z.string(),
  /** Fare lines, with the promo's discount as the last line. */
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
  /** Status changes with their places, oldest first. */
  entries: z.array(trackingEntry),
  /** Encoded polyline (precision 5) of the stored positions. */
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
