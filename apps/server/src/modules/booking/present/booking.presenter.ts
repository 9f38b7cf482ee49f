// Presents a booking for each role; only the fields listed here are shown.
import type { BookingAction, BookingView } from '@kerb/contract';
import {
  allowedActions,
  mayRateRider,
  type ProofPhotoName,
  type BookingAction as Step,
} from '@kerb/domain/booking';
import { withDiscountLine } from '@kerb/domain/fare';
import { inOperatorUnit, km, type Minor, toMajor } from '@kerb/domain/kernel';
import type { BookingRecord } from '../store/booking.tables.ts';
import { customerContact, customerEmail, deliveryContact, driverContact, instructions } from './contacts.ts';
import { presentFareReview } from './fare-review.presenter.ts';
import {
  photoAddress,
  presentPayment,
  pushToken,
  requestedDrivers,
  riderRating,
  tripCode,
} from './record-parts.ts';
import { hidesExactPlaces, presentDrivenLine, presentPlaces } from './trip-places.ts';
import type { Viewing } from './viewing.ts';

/** In the operator's unit (km or miles), rounded to three decimals. */
export const distanceIn = (
  distanceKm: number,
  booking: { pricing: Pick<BookingRecord['pricing'], 'convert_to_mile'> },
): number => Math.round(inOperatorUnit(km(distanceKm), booking.pricing.convert_to_mile) * 1000) / 1000;

/** The API route of a transition; null for transitions that only the server makes. */
function routeOf(step: Step, booking: Pick<BookingRecord, 'payment_mode'>): BookingAction | null {
  switch (step) {
    case 'settle':
    case 'auto_complete':
      return null;
    case 'confirm_payment':
      return 'pay';
    case 'skip_rating':
      return 'rate';
    case 'collect':
      return booking.payment_mode === 'cash' ? 'collect' : null;
    case 'assign':
    case 'accept':
    case 'decline':
    case 'arrive':
    case 'start':
    case 'reach':
    case 'pay':
    case 'rate':
    case 'cancel':
      return step;
  }
}

/** The routes that this viewer may call now. */
export function actionsOf(
  booking: Pick<BookingRecord, 'status' | 'payment_mode' | 'trip_end_time' | 'rider_rated_at'>,
  { viewer, settings, now }: Pick<Viewing, 'viewer' | 'settings' | 'now'>,
): BookingAction[] {
  if (viewer === 'fleet') return [];
  const steps = allowedActions(booking.status, viewer, { autoDispatch: settings.autoDispatch });
  const actions = steps.map((step) => routeOf(step, booking)).filter((action) => action !== null);
  const ratesRider = viewer === 'driver' && mayRateRider(booking, now);
  return [...new Set([...actions, ...(ratesRider ? (['rate_rider'] as const) : [])])];
}

/** Null before the upload, and for a driver from whom exact places are hidden. */
const shownPhoto = (booking: BookingRecord, name: ProofPhotoName, { viewer }: Viewing): string | null =>
  hidesExactPlaces(booking, viewer) ? null : photoAddress(booking, name);

export function presentBooking(booking: BookingRecord, viewing: Viewing): BookingView {
  const major = (amount: Minor): number => toMajor(amount, booking.pricing.decimals);
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    appcat: booking.appcat,
    actions: actionsOf(booking, viewing),
    bookLater: booking.book_later,
    tripdate: booking.tripdate,
    bookingDate: booking.booking_date,
    booking_type_admin: booking.booking_type_admin,
    carType: booking.car_type,
    carTypeName: booking.car_type_name,
    carImage: booking.car_image,
    customer: booking.customer,
    customer_name: booking.customer_name,
    customer_contact: customerContact(booking, viewing),
    customer_email: customerEmail(booking, viewing),
    customer_image: booking.customer_image,
    customer_token: pushToken(viewing, booking.customer_token),
    customer_rating: booking.customer_rating,
    ...presentPlaces(booking, viewing.viewer),
    estimate: major(booking.estimate),
    estimateDistance: distanceIn(booking.estimate_distance_km, booking),
    estimateTime: booking.estimate_time_secs,
    distance: booking.distance_km === null ? null : distanceIn(booking.distance_km, booking),
    trip_cost: major(booking.trip_cost),
    convenience_fees: major(booking.convenience_fees),
    driver_share: major(booking.driver_share),
    ...presentPayment(booking),
    breakdown: withDiscountLine(booking.breakdown, major(booking.discount_amount)),
    fare_change_reason: booking.fare_change_reason,
    meterMethod: booking.meter_method,
    drivenLine: presentDrivenLine(booking, viewing.viewer),
    fareReview: viewing.review && presentFareReview(viewing.review, booking.pricing.decimals),
    prepaid: booking.prepaid,
    gateway: booking.gateway,
    driver: booking.driver,
    driver_name: booking.driver_name,
    driver_contact: driverContact(booking, viewing),
    driver_image: booking.driver_image,
    driver_token: pushToken(viewing, booking.driver_token),
    driverRating: booking.driver_rating,
    vehicle_number: booking.vehicle_number,
    vehicle_description: booking.vehicle_description,
    fleetadmin: booking.fleetadmin,
    requestedCount: viewing.requested.length,
    requestedDrivers: requestedDrivers(viewing),
    otp: tripCode(booking, viewing),
    otp_required: booking.otp !== null,
    driver_accept_time: booking.driver_accept_time,
    driver_arrive_time: booking.driver_arrive_time,
    trip_start_time: booking.trip_start_time,
    startTime: booking.trip_start_time,
    trip_end_time: booking.trip_end_time,
    endTime: booking.trip_end_time,
    total_trip_time: booking.total_trip_time,
    paid_at: booking.paid_at,
    completed_at: booking.completed_at,
    cancelled_at: booking.cancelled_at,
    reason: booking.reason,
    cancelledBy: booking.cancelled_by,
    cancellationFee: major(booking.cancellation_fee),
    cancelSlab: booking.pricing.cancelSlab,
    rating: booking.rating,
    rider_rating: riderRating(booking, viewing),
    deliveryPerson: booking.delivery_person,
    deliveryPersonPhone: deliveryContact(booking, viewing),
    pickUpInstructions: instructions(booking, 'pick_up_instructions', viewing),
    deliveryInstructions: instructions(booking, 'delivery_instructions', viewing),
    parcelTypeSelected: booking.parcel_type,
    optionSelected: booking.option,
    pickup_image: shownPhoto(booking, 'pickup_image', viewing),
    deliver_image: shownPhoto(booking, 'deliver_image', viewing),
  };
}
