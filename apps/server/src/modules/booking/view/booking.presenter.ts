// What each viewer is shown of a booking; every field is listed here or not shown.
import type { BookingAction, BookingSummary, BookingView } from '@kerb/contract';
import { allowedActions, isActive, keepsDriverBusy, type BookingAction as Step } from '@kerb/domain/booking';
import { inOperatorUnit, km, type Minor, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Viewer } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';

export interface Viewing {
  viewer: Viewer;
  settings: Pick<Settings, 'autoDispatch' | 'AllowCriticalEditsAdmin'>;
  /** How many drivers are asked right now. */
  requestedCount: number;
}

/** What the console shows in place of a contact while critical edits are off (specification §6). */
export const HIDDEN = 'Hidden for Demo';

/** Operator's unit, to the metre or its like. */
const distanceIn = (distanceKm: number, booking: BookingRecord): number =>
  Math.round(inOperatorUnit(km(distanceKm), booking.pricing.convert_to_mile) * 1000) / 1000;

/** The route that takes a step of the table; null for the steps Kerb takes by itself. */
function routeOf(step: Step, booking: BookingRecord): BookingAction | null {
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

/** The routes this viewer may use now. */
export function actionsOf(
  booking: BookingRecord,
  { viewer, settings }: Omit<Viewing, 'requestedCount'>,
): BookingAction[] {
  if (viewer === 'fleet') return [];
  const steps = allowedActions(booking.status, viewer, { autoDispatch: settings.autoDispatch });
  const actions = steps.map((step) => routeOf(step, booking)).filter((action) => action !== null);
  return [...new Set(actions)];
}

/** The rider's phone and mail: their own business, the driver's while on the trip, the operator's. */
function customerContact(
  booking: BookingRecord,
  { viewer, settings }: Viewing,
  value: string,
): string | null {
  switch (viewer) {
    case 'rider':
      return value;
    case 'driver':
      return keepsDriverBusy(booking.status) ? value : null;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return settings.AllowCriticalEditsAdmin ? value : HIDDEN;
  }
}

function driverContact(booking: BookingRecord, { viewer, settings }: Viewing): string | null {
  switch (viewer) {
    case 'rider':
      return isActive(booking.status) ? booking.driver_contact : null;
    case 'driver':
      return booking.driver_contact;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return booking.driver_contact === null || settings.AllowCriticalEditsAdmin
        ? booking.driver_contact
        : HIDDEN;
  }
}

/** The phone of whoever takes the parcel: for those who bring it, and the operator. */
function deliveryContact(booking: BookingRecord, { viewer, settings }: Viewing): string | null {
  const phone = booking.delivery_person_phone;
  switch (viewer) {
    case 'rider':
    case 'driver':
      return phone;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return phone === null || settings.AllowCriticalEditsAdmin ? phone : HIDDEN;
  }
}

export function presentBooking(booking: BookingRecord, viewing: Viewing): BookingView {
  const major = (amount: Minor): number => toMajor(amount, booking.pricing.decimals);
  const { viewer } = viewing;
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
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
    customer_contact: customerContact(booking, viewing, booking.customer_contact),
    customer_email: viewer === 'driver' ? null : customerContact(booking, viewing, booking.customer_email),
    customer_image: booking.customer_image,
    customer_rating: booking.customer_rating,
    pickup: booking.pickup,
    drop: booking.drop_point,
    waypoints: booking.waypoints,
    pickupAddress: booking.pickup.add,
    dropAddress: booking.drop_point.add,
    polyline: booking.polyline,
    estimate: major(booking.estimate),
    estimateDistance: distanceIn(booking.estimate_distance_km, booking),
    estimateTime: booking.estimate_time_secs,
    distance: booking.distance_km === null ? null : distanceIn(booking.distance_km, booking),
    trip_cost: major(booking.trip_cost),
    convenience_fees: major(booking.convenience_fees),
    driver_share: major(booking.driver_share),
    discount_amount: major(booking.discount_amount),
    promo_applied: booking.promo_applied,
    promo_details: booking.promo_details,
    breakdown: booking.breakdown,
    fare_change_reason: booking.fare_change_reason,
    payment_mode: booking.payment_mode,
    customer_paid: major(booking.customer_paid),
    payableAmount: major(booking.payable_amount),
    usedWalletMoney: major(booking.used_wallet_money),
    cashPaymentAmount: major(booking.cash_payment_amount),
    cardPaymentAmount: major(booking.card_payment_amount),
    prepaid: booking.prepaid,
    gateway: booking.gateway,
    driver: booking.driver,
    driver_name: booking.driver_name,
    driver_contact: driverContact(booking, viewing),
    driver_image: booking.driver_image,
    driverRating: booking.driver_rating,
    vehicle_number: booking.vehicle_number,
    vehicle_description: booking.vehicle_description,
    fleetadmin: booking.fleetadmin,
    requestedCount: viewing.requestedCount,
    otp: viewer === 'rider' && ['NEW', 'ACCEPTED', 'ARRIVED'].includes(booking.status) ? booking.otp : null,
    otp_required: booking.otp !== null,
    driver_accept_time: booking.driver_accept_time,
    driver_arrive_time: booking.driver_arrive_time,
    trip_start_time: booking.trip_start_time,
    trip_end_time: booking.trip_end_time,
    total_trip_time: booking.total_trip_time,
    reason: booking.reason,
    cancelledBy: booking.cancelled_by,
    cancellationFee: major(booking.cancellation_fee),
    rating: booking.rating,
    deliveryPerson: booking.delivery_person,
    deliveryPersonPhone: deliveryContact(booking, viewing),
    pickUpInstructions: booking.pick_up_instructions,
    deliveryInstructions: booking.delivery_instructions,
    parcelTypeSelected: booking.parcel_type,
    optionSelected: booking.option,
    pickup_image: booking.pickup_image,
    deliver_image: booking.deliver_image,
  };
}

export function presentSummary(
  booking: BookingRecord,
  viewing: Omit<Viewing, 'requestedCount'>,
): BookingSummary {
  const major = (amount: Minor): number => toMajor(amount, booking.pricing.decimals);
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    actions: actionsOf(booking, viewing),
    bookLater: booking.book_later,
    tripdate: booking.tripdate,
    bookingDate: booking.booking_date,
    carTypeName: booking.car_type_name,
    customer: booking.customer,
    customer_name: booking.customer_name,
    pickupAddress: booking.pickup.add,
    dropAddress: booking.drop_point.add,
    trip_cost: major(booking.trip_cost),
    discount_amount: major(booking.discount_amount),
    cancellationFee: major(booking.cancellation_fee),
    payment_mode: booking.payment_mode,
    driver: booking.driver,
    driver_name: booking.driver_name,
    vehicle_number: booking.vehicle_number,
    rating: booking.rating,
  };
}
