// What of a booking the regulator's data are made from. Times are ms since the epoch, amounts minor units, distances km.
import type { BookingStatus, CancelledBy, PaymentMode } from '../booking/index.ts';
import type { LatLng } from '../geo/index.ts';

/** A booking that a driver accepted. It names no person: the driver is a device, the rider is left out. */
export interface DrivenBooking {
  booking: string;
  device_id: string;
  status: BookingStatus;
  cancelled_by: CancelledBy | null;
  /** The reason of a cancellation if it is on the operator's list; null for any other text. */
  listed_reason: string | null;
  booking_type_admin: boolean;
  booking_date: number;
  tripdate: number;
  /** Of a follow-on trip: the pickup time that the rider was promised, and when its driver set out. */
  pickup_promised_at: number | null;
  set_out_at: number | null;
  driver_accept_time: number;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  paid_at: number | null;
  cancelled_at: number | null;
  total_trip_time: number | null;
  /** The rider deleted the account: places are rougher, and positions are gone. */
  rider_deleted: boolean;
  pickup: LatLng;
  drop_point: LatLng;
  /** Where the steps were taken; null where no place was stored. */
  accepted_place: LatLng | null;
  started_place: LatLng | null;
  ended_place: LatLng | null;
  /** The last position on the way to the pickup, and the length of the line of positions. */
  approach_place: LatLng | null;
  approach_km: number | null;
  distance_km: number | null;
  trip_cost: number;
  discount_amount: number;
  convenience_fees: number;
  driver_share: number;
  cancellation_fee: number;
  tip: number;
  /** Major units, of the tariff. */
  base_fare_major: number;
  payment_mode: PaymentMode;
  promo_applied: boolean;
}

/** A follow-on trip whose driver never set out for it: nothing was driven. */
export const neverSetOut = ({ pickup_promised_at, set_out_at }: DrivenBooking): boolean =>
  pickup_promised_at !== null && set_out_at === null;

/** When the driver set out for the pickup. */
export const setOutAt = ({ set_out_at, driver_accept_time }: DrivenBooking): number =>
  set_out_at ?? driver_accept_time;

/** What makes the standard's ids: the same name gives the same UUID, and the UUID does not give the name. */
export type NamedId = (name: string) => string;

export const rideIdOf = (idOf: NamedId, booking: string): string => idOf(`ride ${booking}`);
export const approachIdOf = (idOf: NamedId, booking: string): string => idOf(`approach ${booking}`);
export const journeyIdOf = (idOf: NamedId, booking: string): string => idOf(`journey ${booking}`);
