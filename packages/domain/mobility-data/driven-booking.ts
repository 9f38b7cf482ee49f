// Fields of a booking from which the data for regulators are made. Times are ms since the epoch, amounts minor units,
// distances km.
import type { BookingStatus, CancelledBy, PaymentMode } from '../booking/index.ts';
import type { LatLng } from '../geo/index.ts';

/**
 * A booking that a driver accepted. It identifies no person: the driver is represented by a device id, the rider is
 * left out.
 */
export interface DrivenBooking {
  booking: string;
  device_id: string;
  status: BookingStatus;
  cancelled_by: CancelledBy | null;
  /** Reason of a cancellation if it is on the operator's list; null for any other text. */
  listed_reason: string | null;
  booking_type_admin: boolean;
  booking_date: number;
  tripdate: number;
  /** For a follow-on trip: the pickup time promised to the rider, and when the driver set out for it. */
  pickup_promised_at: number | null;
  set_out_at: number | null;
  driver_accept_time: number;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  paid_at: number | null;
  cancelled_at: number | null;
  total_trip_time: number | null;
  /** Whether the rider deleted their account: places are rounded more, and positions are deleted. */
  rider_deleted: boolean;
  pickup: LatLng;
  drop_point: LatLng;
  /** Places at which the driver took these steps; null where none was stored. */
  accepted_place: LatLng | null;
  started_place: LatLng | null;
  ended_place: LatLng | null;
  /** Last position on the way to the pickup, and the length of the line through the positions. */
  approach_place: LatLng | null;
  approach_km: number | null;
  distance_km: number | null;
  trip_cost: number;
  discount_amount: number;
  convenience_fees: number;
  driver_share: number;
  cancellation_fee: number;
  tip: number;
  /** Base fare of the tariff, in major units. */
  base_fare_major: number;
  payment_mode: PaymentMode;
  promo_applied: boolean;
}

/** Returns whether the driver of a follow-on trip never set out for it, so that nothing was driven. */
export const neverSetOut = ({ pickup_promised_at, set_out_at }: DrivenBooking): boolean =>
  pickup_promised_at !== null && set_out_at === null;

/** Returns when the driver set out for the pickup. */
export const setOutAt = ({ set_out_at, driver_accept_time }: DrivenBooking): number =>
  set_out_at ?? driver_accept_time;

/**
 * Derives the ids of the standard from names: the same name gives the same UUID, and the name cannot be derived from
 * the UUID.
 */
export type NamedId = (name: string) => string;

export const rideIdOf = (idOf: NamedId, booking: string): string => idOf(`ride ${booking}`);
export const approachIdOf = (idOf: NamedId, booking: string): string => idOf(`approach ${booking}`);
export const journeyIdOf = (idOf: NamedId, booking: string): string => idOf(`journey ${booking}`);
