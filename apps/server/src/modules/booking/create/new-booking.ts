// Builds the record of a new booking from its request, the quote and the settings.
import type { ParsedBookingRequest } from '@kerb/contract';
import { amountDue, initialStatus, type PaymentMode, tripOtp } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import type { CarType } from '@kerb/domain/fleet';
import { fullNameOf } from '@kerb/domain/identity';
import { bookingReference, type Minor, REFERENCE_LENGTH, ZERO } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Person } from '../booking.deps.ts';
import { noDriver } from '../step/give-back.ts';
import type { BookingRecord, Quote } from '../store/booking.tables.ts';

export interface BookingParts {
  id: string;
  rider: Person;
  input: ParsedBookingRequest;
  quote: Quote;
  carType: CarType;
  settings: Settings;
  payment: { payment_mode: PaymentMode; used_wallet_money: Minor };
  /** Unpredictable bytes for the reference and the trip code. */
  random: (bytes: number) => Uint8Array;
  /** ms since the epoch */
  now: number;
}

/** Converts random bytes to a number 0 ≤ n < 1. */
const fraction = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) / 256, 0);

const notUnderWay = {
  ...noDriver,
  set_out_at: null,
  given_back_at: null,
  otp_checks: 0,
  otp_checked_at: null,
  driver_arrive_time: null,
  trip_start_time: null,
  trip_end_time: null,
  total_trip_time: null,
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
  reason: null,
  cancelled_by: null,
  cancellation_fee: ZERO,
  rating: null,
  rating_comment: null,
  rider_rating: null,
  rider_rating_comment: null,
  rider_rated_at: null,
  tip: ZERO,
  tipped_at: null,
  pickup_image: null,
  deliver_image: null,
} as const;

export function newBooking(parts: BookingParts): BookingRecord {
  const { id, rider, input, quote, carType, settings, payment, random, now } = parts;
  const tripdate = input.bookLater ? (input.tripdate ?? now) : now;
  // A taxi trip has no delivery instructions, even if the form sent some.
  const instructions = settings.appcat === 'delivery' ? input.instructionData : undefined;
  return {
    id,
    reference: bookingReference(random(REFERENCE_LENGTH)),
    status: initialStatus(settings.appcat, input.booking_type_admin),
    appcat: settings.appcat,
    quote: quote.id,
    booking_type_admin: input.booking_type_admin,
    book_later: input.bookLater,
    tripdate,
    booking_date: now,
    // Dispatch starts this long before a later trip; it computes the time of the offers from road travel times.
    dispatch_at: input.bookLater ? Math.max(now, tripdate - LOOK_AHEAD_MS) : now,
    car_type: carType.id,
    car_type_name: carType.name,
    car_image: carType.image,
    customer: rider.uid,
    customer_name: fullNameOf(rider),
    customer_contact: rider.mobile,
    customer_email: rider.email,
    customer_image: rider.profile_image,
    customer_token: rider.pushToken,
    customer_rating: rider.ratings.userrating,
    pickup: input.pickup,
    drop_point: input.drop,
    waypoints: input.waypoints,
    polyline: quote.polyline,
    pricing: quote.pricing,
    estimate: quote.trip_cost,
    estimate_distance_km: quote.distance_km,
    estimate_time_secs: quote.time_secs,
    estimate_free_flow_secs: quote.free_flow_secs,
    distance_km: null,
    trip_cost: quote.trip_cost,
    convenience_fees: quote.convenience_fees,
    driver_share: quote.fare,
    discount_amount: quote.discount_amount,
    breakdown: quote.breakdown,
    fare_change_reason: null,
    meter_method: null,
    driven_line: null,
    fare_review: null,
    payment_mode: payment.payment_mode,
    prepaid: false,
    gateway: null,
    customer_paid: ZERO,
    payable_amount: amountDue(quote),
    used_wallet_money: payment.used_wallet_money,
    cash_payment_amount: ZERO,
    card_payment_amount: ZERO,
    wallet_held: ZERO,
    payment: null,
    promo_applied: quote.promo !== null,
    promo_details: quote.promo_details,
    promo_terms: quote.promo_terms,
    ...notUnderWay,
    otp: settings.otp_secure ? String(tripOtp(fraction(random(4)))) : null,
    delivery_person: instructions?.deliveryPerson || null,
    delivery_person_phone: instructions?.deliveryPersonPhone || null,
    pick_up_instructions: instructions?.pickUpInstructions || null,
    delivery_instructions: instructions?.deliveryInstructions || null,
    parcel_type: quote.parcel_type,
    option: quote.option,
  };
}
