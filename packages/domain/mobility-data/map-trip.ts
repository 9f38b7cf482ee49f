// Converts a booking to trips of the standard: the drive to the pickup (`reservation`) and the ride itself (`private`).
import { distanceKm, type LatLng } from '../geo/index.ts';
import { MS_PER_SECOND } from '../kernel/index.ts';
import {
  approachIdOf,
  type DrivenBooking,
  journeyIdOf,
  type NamedId,
  neverSetOut,
  rideIdOf,
  setOutAt,
} from './driven-booking.ts';
import type { MdsTrip, MdsTripType } from './mds.schema.ts';
import {
  DELETED_RIDER_DECIMALS,
  minuteOf,
  PLACE_DECIMALS,
  roundedLocation,
  roundedMetres,
} from './rounding.ts';

export interface TripTerms {
  provider_id: string;
  appName: string;
  currency: string;
  /** Decimals of the amounts in bookings (settings.decimal), and decimals of the currency in ISO 4217. */
  decimals: number;
  isoDecimals: number;
  idOf: NamedId;
}

/** Converts minor units of the operator's settings to the smallest units of the currency; never negative. */
export const costOf = (
  amount: number,
  { decimals, isoDecimals }: Pick<TripTerms, 'decimals' | 'isoDecimals'>,
) => Math.max(0, Math.round(amount * 10 ** (isoDecimals - decimals)));

function paymentType({ payment_mode, trip_cost, discount_amount }: DrivenBooking) {
  if (trip_cost - discount_amount <= 0) return 'no_payment';
  switch (payment_mode) {
    case 'cash':
      return 'cash';
    case 'card':
      return 'credit_card';
    case 'wallet':
      return 'mobile_app';
  }
}

const decimalsOf = ({ rider_deleted }: DrivenBooking): number =>
  rider_deleted ? DELETED_RIDER_DECIMALS : PLACE_DECIMALS;

function tripAttributes(
  facts: DrivenBooking,
  { appName }: TripTerms,
  type: MdsTripType,
): MdsTrip['trip_attributes'] {
  const decimals = decimalsOf(facts);
  const isCancelledByDriver = facts.cancelled_by === 'driver' && type === 'reservation';
  return {
    hail_type: facts.booking_type_admin ? 'phone_dispatch' : 'app',
    ...(facts.booking_type_admin ? {} : { app_name: appName.slice(0, 255) }),
    // Kerb does not store the number of passengers: at least the rider is in the vehicle.
    passenger_count: type === 'private' ? 1 : 0,
    requested_time: minuteOf(facts.booking_date),
    requested_trip_start_location: roundedLocation(facts.pickup, decimals),
    quoted_trip_start_time: minuteOf(facts.pickup_promised_at ?? facts.tripdate),
    dispatch_time: minuteOf(facts.driver_accept_time),
    ...(isCancelledByDriver ? { cancellation_reason: facts.listed_reason ?? 'other' } : {}),
  };
}

interface Part {
  type: MdsTripType;
  id: string;
  starts: number;
  ends: number;
  from: LatLng;
  to: LatLng;
  km: number;
  seconds: number;
}

function tripOf(facts: DrivenBooking, terms: TripTerms, part: Part): MdsTrip {
  const decimals = decimalsOf(facts);
  return {
    provider_id: terms.provider_id,
    device_id: facts.device_id,
    trip_id: part.id,
    journey_id: journeyIdOf(terms.idOf, facts.booking),
    trip_type: [part.type],
    trip_attributes: tripAttributes(facts, terms, part.type),
    start_time: minuteOf(part.starts),
    end_time: minuteOf(part.ends),
    start_location: roundedLocation(part.from, decimals),
    end_location: roundedLocation(part.to, decimals),
    duration: Math.max(0, Math.round(part.seconds)),
    distance: roundedMetres(part.km),
    currency: terms.currency,
  };
}

/** Returns the ride; null for a booking whose ride was not completed. */
export function rideOf(facts: DrivenBooking, terms: TripTerms): MdsTrip | null {
  const { trip_start_time: starts, trip_end_time: ends } = facts;
  if (starts === null || ends === null) return null;
  const trip = tripOf(facts, terms, {
    type: 'private',
    id: rideIdOf(terms.idOf, facts.booking),
    starts,
    ends,
    from: (facts.rider_deleted ? null : facts.started_place) ?? facts.pickup,
    to: (facts.rider_deleted ? null : facts.ended_place) ?? facts.drop_point,
    km: facts.distance_km ?? 0,
    seconds: facts.total_trip_time ?? (ends - starts) / MS_PER_SECOND,
  });
  const cost = (amount: number) => costOf(amount, terms);
  return {
    ...trip,
    fare_attributes: {
      payment_type: paymentType(facts),
      // The quote is an estimate; the fare is computed from the driven distance and time.
      fare_type: 'meter_fare',
      base_rate: Math.round(facts.base_fare_major * 10 ** terms.isoDecimals),
      other_fees: cost(facts.convenience_fees),
      tip: cost(facts.tip),
      driver_trip_pay: cost(facts.driver_share),
      rate_code_id: facts.promo_applied ? 'promo_rate' : 'meter_fare',
    },
    standard_cost: cost(facts.trip_cost),
    actual_cost: cost(facts.trip_cost - facts.discount_amount),
  };
}

/** Returns when the drive to the pickup ended: on arrival, or on cancellation. Null while the driver is on the way. */
export const approachEnd = ({ driver_arrive_time, cancelled_at }: DrivenBooking): number | null =>
  driver_arrive_time ?? cancelled_at;

/**
 * Returns the drive to the pickup, without a passenger; null when there was none, or while the driver is on the way.
 */
export function approachOf(facts: DrivenBooking, terms: TripTerms): MdsTrip | null {
  const ends = approachEnd(facts);
  if (ends === null || neverSetOut(facts)) return null;
  const starts = setOutAt(facts);
  const isArrived = facts.driver_arrive_time !== null;
  const from = facts.accepted_place ?? facts.pickup;
  const to = isArrived ? facts.pickup : (facts.approach_place ?? from);
  const trip = tripOf(facts, terms, {
    type: 'reservation',
    id: approachIdOf(terms.idOf, facts.booking),
    starts,
    ends,
    from,
    to,
    // Without positions, the straight line is the minimum driven distance.
    km: facts.approach_km ?? distanceKm(from, to),
    seconds: (ends - starts) / MS_PER_SECOND,
  });
  if (facts.status !== 'CANCELLED' || facts.cancellation_fee <= 0) return trip;
  return {
    ...trip,
    // The fee is taken from the rider's wallet, according to the car type's fee table.
    fare_attributes: { payment_type: 'mobile_app', fare_type: 'flat_rate' },
    actual_cost: costOf(facts.cancellation_fee, terms),
  };
}
