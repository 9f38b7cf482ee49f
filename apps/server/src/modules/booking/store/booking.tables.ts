// The rows of the booking module's tables. Amounts are minor units, times ms since the epoch, distances km, durations
// seconds.
import type { BookingStatus, CancelledBy, PaymentMode } from '@kerb/domain/booking';
import type { OfferOutcome } from '@kerb/domain/dispatch';
import type { DiscountRule, FareBreakdown, PromoDetails } from '@kerb/domain/fare';
import type { CancelSlab, PricedChoice, Tariff } from '@kerb/domain/fleet';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { Minor } from '@kerb/domain/kernel';
import type { AppCategory } from '@kerb/domain/settings';
import type { Generated, GeneratedAlways, Insertable, JSONColumnType, Selectable, Updateable } from 'kysely';

/** The price rules at the time of the quote; later changes by the operator do not affect the trip. */
export interface Pricing {
  tariff: Tariff;
  cancelSlab: CancelSlab[];
  convert_to_mile: boolean;
  decimals: number;
}

type JsonOrNull<T extends object> = JSONColumnType<T | null, string | null, string | null>;

export interface QuoteTable {
  id: string;
  made_for: string | null;
  car_type: string;
  pickup: JSONColumnType<AddressedPoint>;
  drop_point: JSONColumnType<AddressedPoint>;
  waypoints: JSONColumnType<AddressedPoint[]>;
  pricing: JSONColumnType<Pricing>;
  parcel_type: JsonOrNull<PricedChoice>;
  option: JsonOrNull<PricedChoice>;
  distance_km: number;
  time_secs: number;
  /** Travel time without traffic; null for a quote of an older version. */
  free_flow_secs: number | null;
  /** The departure for whose traffic the price was computed, ms since the epoch; null for the time of the quote. */
  departs_at: number | null;
  polyline: string;
  fare: Minor;
  convenience_fees: Minor;
  trip_cost: Minor;
  breakdown: JSONColumnType<FareBreakdown>;
  /** The applied promo with its rule at that time; null and 0 without one. */
  promo: string | null;
  promo_details: JsonOrNull<PromoDetails>;
  promo_terms: JsonOrNull<DiscountRule>;
  discount_amount: Minor;
  created_at: number;
  expires_at: number;
}

export interface BookingTable {
  id: string;
  reference: string;
  status: BookingStatus;
  appcat: AppCategory;
  quote: string;
  booking_type_admin: boolean;
  book_later: boolean;
  tripdate: number;
  booking_date: number;
  dispatch_at: number;

  car_type: string;
  car_type_name: string;
  car_image: string;
  customer: string;
  customer_name: string;
  customer_contact: string;
  customer_email: string;
  customer_image: string | null;
  /** push token when booked */
  customer_token: string | null;
  customer_rating: string;

  pickup: JSONColumnType<AddressedPoint>;
  drop_point: JSONColumnType<AddressedPoint>;
  waypoints: JSONColumnType<AddressedPoint[]>;
  polyline: string;
  pricing: JSONColumnType<Pricing>;
  estimate: Minor;
  estimate_distance_km: number;
  estimate_time_secs: number;
  /** Travel time without traffic; null in bookings of older versions, whose quotes did not include traffic. */
  estimate_free_flow_secs: number | null;
  distance_km: number | null;
  trip_cost: Minor;
  convenience_fees: Minor;
  driver_share: Minor;
  discount_amount: Minor;
  breakdown: JSONColumnType<FareBreakdown>;
  fare_change_reason: FareChangeReason | null;
  /** How distance_km was measured; null before the end, and for deliveries. */
  meter_method: MeterMethod | null;
  /** The driven route: encoded polyline, precision 5. */
  driven_line: string | null;
  /** The status of the booking's row in fare_reviews. */
  fare_review: FareReviewStatus | null;

  payment_mode: PaymentMode;
  prepaid: boolean;
  gateway: string | null;
  customer_paid: Minor;
  payable_amount: Minor;
  used_wallet_money: Minor;
  cash_payment_amount: Minor;
  card_payment_amount: Minor;
  wallet_held: Minor;
  payment: string | null;
  promo_applied: boolean;
  promo_details: JsonOrNull<PromoDetails>;
  /** The promo's discount rule at the time of the quote; it also applies to the final price. */
  promo_terms: JsonOrNull<DiscountRule>;

  driver: string | null;
  driver_name: string | null;
  driver_contact: string | null;
  driver_image: string | null;
  /** push token when accepted */
  driver_token: string | null;
  driver_rating: string | null;
  vehicle_number: string | null;
  vehicle_description: string | null;
  fleetadmin: string | null;
  otp: string | null;
  /** The number of wrong codes entered, and when the last one was. */
  otp_checks: number;
  otp_checked_at: number | null;

  driver_accept_time: number | null;
  /** The trip that the driver has to finish before this one; null for a current trip. */
  follows: string | null;
  /** For a follow-on trip: the pickup time estimated in the offer, and the latest estimate; ms since the epoch. */
  pickup_promised_at: number | null;
  pickup_expected_at: number | null;
  /** When the trip before this one ended and the driver set out; null for a trip that followed no other. */
  set_out_at: number | null;
  /** When a driver last gave the booking back. */
  given_back_at: number | null;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  total_trip_time: number | null;
  paid_at: number | null;
  completed_at: number | null;
  cancelled_at: number | null;

  reason: string | null;
  cancelled_by: CancelledBy | null;
  cancellation_fee: Minor;
  rating: number | null;
  rating_comment: string | null;
  /** The driver's rating of the rider; a time without stars means that the driver skipped it. */
  rider_rating: number | null;
  rider_rating_comment: string | null;
  rider_rated_at: number | null;
  /** Minor units; 0 without a tip. */
  tip: Minor;
  tipped_at: number | null;
  /** ids of the files of the proof photos */
  pickup_image: string | null;
  deliver_image: string | null;

  delivery_person: string | null;
  delivery_person_phone: string | null;
  pick_up_instructions: string | null;
  delivery_instructions: string | null;
  parcel_type: JsonOrNull<PricedChoice>;
  option: JsonOrNull<PricedChoice>;

  search: GeneratedAlways<string>;
  /** The cell of about 1 km that contains the pickup, named as by `cellOf`. */
  pickup_cell: GeneratedAlways<string | null>;
}

export type FareChangeReason = 'distance' | 'time' | 'distance_and_time';

export type MeterMethod = 'matched' | 'sampled' | 'straight';

export type FareReviewStatus = 'open' | 'approved' | 'waived';

export type RequestOutcome = OfferOutcome;

export interface BookingRequestTable {
  booking: string;
  driver: string;
  requested_at: number;
  expires_at: number;
  /** null while the offer is open */
  outcome: RequestOutcome | null;
  /** Whether an admin and not dispatch made this offer. */
  by_hand: boolean;
  /** uid of that admin; null once their account is deleted. */
  offered_by: string | null;
  /**
   * The trip that the driver has to finish first, and when the rider can then expect the driver; null for a free
   * driver.
   */
  follows: string | null;
  pickup_at: number | null;
  /** The driver's fleet admin when the offer was made; null without a fleet. */
  fleetadmin: string | null;
}

export interface BookingTimelineTable {
  id: string;
  booking: string;
  at: number;
  status: BookingStatus;
  lat: number;
  lng: number;
}

export interface BookingTrailTable extends Omit<BookingTimelineTable, 'id'> {
  /** When the server received it live; null for a position that the phone uploaded after being offline. */
  received_at: number | null;
}

export interface BookingRefundTable {
  id: string;
  booking: string;
  at: number;
  amount: Minor;
  to_wallet: Minor;
  to_card: Minor;
  payment: string | null;
  status: 'done' | 'pending' | 'failed';
  /** True for a failed refund that waits for an admin, because the rider has no wallet (deleted, or an admin now). */
  held: Generated<boolean>;
  reason: string;
  /** uid of the admin; null for automatic refunds (cancelled prepayment, double payment) */
  granted_by: string | null;
}

/** The review of a final fare above the tolerance. Amounts are trip costs in minor units. */
export interface FareReviewTable {
  booking: string;
  status: FareReviewStatus;
  opened_at: number;
  reason: FareChangeReason;
  quoted: Minor;
  collected: Minor;
  metered: Minor;
  /** Added to the booking's amounts on approval. */
  extra_share: Minor;
  extra_fees: Minor;
  extra_discount: Minor;
  extra_payable: Minor;
  /** The itemised fare as metered. */
  breakdown: JSONColumnType<FareBreakdown>;
  decided_at: number | null;
  decided_by: string | null;
  note: string;
  /** When the ledger transaction of an approved review was written. */
  posted_at: number | null;
}

export type BookingTables = {
  quotes: QuoteTable;
  bookings: BookingTable;
  booking_requests: BookingRequestTable;
  booking_timeline_entries: BookingTimelineTable;
  booking_trails: BookingTrailTable;
  booking_refunds: BookingRefundTable;
  fare_reviews: FareReviewTable;
};

export type Quote = Selectable<QuoteTable>;
export type NewQuote = Insertable<QuoteTable>;
/** A booking as stored. */
export type BookingRecord = Omit<Selectable<BookingTable>, 'search' | 'pickup_cell'>;

/** The columns that lists read. Route, stops and fare lines would add megabytes to a page. */
export const listedColumns = [
  'id',
  'reference',
  'status',
  'book_later',
  'booking_type_admin',
  'tripdate',
  'booking_date',
  'dispatch_at',
  'car_type',
  'car_type_name',
  'customer',
  'customer_name',
  'customer_contact',
  'customer_email',
  'estimate_distance_km',
  'distance_km',
  'trip_cost',
  'convenience_fees',
  'driver_share',
  'discount_amount',
  'promo_applied',
  'promo_details',
  'payment_mode',
  'prepaid',
  'customer_paid',
  'payable_amount',
  'used_wallet_money',
  'cash_payment_amount',
  'card_payment_amount',
  'driver',
  'driver_name',
  'driver_contact',
  'vehicle_number',
  'fleetadmin',
  'driver_accept_time',
  'follows',
  'pickup_promised_at',
  'pickup_expected_at',
  'set_out_at',
  'driver_arrive_time',
  'trip_start_time',
  'trip_end_time',
  'total_trip_time',
  'reason',
  'cancelled_by',
  'cancellation_fee',
  'rating',
  'rider_rated_at',
  'tip',
  'delivery_person',
  'delivery_person_phone',
  'parcel_type',
  'option',
] as const satisfies readonly (keyof BookingRecord)[];

/** A booking in a list: only the addresses of its places, and its pricing without the tariff. */
export interface ListedBooking extends Pick<BookingRecord, (typeof listedColumns)[number]> {
  pickup_address: string;
  drop_address: string;
  pricing: Omit<Pricing, 'tariff'>;
}

export type NewBooking = Insertable<BookingTable>;
export type BookingPatch = Updateable<BookingTable>;
export type BookingRequestRow = Selectable<BookingRequestTable>;
export type BookingRefund = Selectable<BookingRefundTable>;
export type NewBookingRefund = Insertable<BookingRefundTable>;
export type FareReview = Selectable<FareReviewTable>;
export type TrackingPoint = Selectable<BookingTrailTable>;

/** The fields of a review that are known when the trip ends. */
export type NewFareReview = Pick<
  FareReview,
  | 'reason'
  | 'quoted'
  | 'collected'
  | 'metered'
  | 'extra_share'
  | 'extra_fees'
  | 'extra_discount'
  | 'extra_payable'
> & { breakdown: string };
