// Computes the state of a vehicle in the standard's state machine from the driver's duty, last position and current
// booking.
import type { BookingStatus, CancelledBy } from '../booking/index.ts';
import type { LatLng } from '../geo/index.ts';
import { MS_PER_MINUTE } from '../kernel/index.ts';
import {
  approachIdOf,
  type DrivenBooking,
  journeyIdOf,
  type NamedId,
  neverSetOut,
  rideIdOf,
  setOutAt,
} from './driven-booking.ts';
import type { MdsEventType, MdsVehicle, MdsVehicleState, MdsVehicleStatus } from './mds.schema.ts';
import { minuteOf, roundedLocation } from './rounding.ts';

/** Time for which a vehicle is listed after it went out of service; off duty it is a private car. */
export const OFF_DUTY_LISTED_MS = 90 * MS_PER_MINUTE;

interface Happened {
  state: MdsVehicleState;
  type: MdsEventType;
  at: number;
  /** Id of the trip that the event belongs to. */
  trip: string | null;
  booking: string | null;
}

export const cancellationOf = (by: CancelledBy | null): MdsEventType => {
  switch (by) {
    case 'rider':
      return 'passenger_cancellation';
    case 'driver':
      return 'driver_cancellation';
    case 'admin':
    case 'system':
    case null:
      return 'provider_cancellation';
  }
};

/** State and event of the driver's vehicle for each booking status; null for a status without a driver. */
export const eventOfStatus: Readonly<
  Record<BookingStatus, { state: MdsVehicleState; type: MdsEventType | 'cancellation' } | null>
> = {
  PAYMENT_PENDING: null,
  NEW: null,
  ACCEPTED: { state: 'reserved', type: 'reservation_start' },
  ARRIVED: { state: 'stopped', type: 'reservation_stop' },
  STARTED: { state: 'on_trip', type: 'trip_start' },
  REACHED: { state: 'stopped', type: 'trip_stop' },
  PENDING: { state: 'available', type: 'trip_end' },
  PAID: { state: 'available', type: 'trip_end' },
  COMPLETE: { state: 'available', type: 'trip_end' },
  CANCELLED: { state: 'available', type: 'cancellation' },
};

/** Returns when the vehicle entered the state that the booking's status stands for. */
function happenedAt(facts: DrivenBooking): number {
  switch (facts.status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ACCEPTED':
      return setOutAt(facts);
    case 'ARRIVED':
      return facts.driver_arrive_time ?? setOutAt(facts);
    case 'STARTED':
      return facts.trip_start_time ?? setOutAt(facts);
    case 'REACHED':
    case 'PENDING':
      return facts.trip_end_time ?? setOutAt(facts);
    case 'PAID':
    case 'COMPLETE':
      // A cash trip ends when the driver has collected the cash; any other trip frees the driver at its end.
      return (facts.payment_mode === 'cash' ? facts.paid_at : null) ?? facts.trip_end_time ?? setOutAt(facts);
    case 'CANCELLED':
      return facts.cancelled_at ?? setOutAt(facts);
  }
}

const rideEvents: readonly MdsEventType[] = ['trip_start', 'trip_stop', 'trip_end'];

function ofBooking(facts: DrivenBooking | null, idOf: NamedId): Happened | null {
  if (facts === null || neverSetOut(facts)) return null;
  const found = eventOfStatus[facts.status];
  if (found === null) return null;
  const type = found.type === 'cancellation' ? cancellationOf(facts.cancelled_by) : found.type;
  const trip = (rideEvents.includes(type) ? rideIdOf : approachIdOf)(idOf, facts.booking);
  return { state: found.state, type, at: happenedAt(facts), trip, booking: facts.booking };
}

export interface VehicleNow {
  device_id: string;
  provider_id: string;
  /** Whether the driver is on duty. */
  on_duty: boolean;
  /** Latest period on duty; its end is null while it continues. */
  duty: { started_at: number; ended_at: number | null } | null;
  /** Last position, and when the server received it. */
  position: LatLng & { seenAt: number };
  /** The driver's latest booking, in any status. */
  booking: DrivenBooking | null;
}

export interface StatusTerms {
  now: number;
  /** Maximum age of a position that shows where the vehicle is. */
  positionValidMs: number;
  idOf: NamedId;
  /** Derives ids from names with an exact time, which is not published; keyed, so that trying times finds none. */
  timedIdOf: NamedId;
}

const outsideTrips = { trip: null, booking: null } as const;

/**
 * Returns the latest event of the vehicle; null when it was never in service, or left service too long ago to be
 * listed.
 */
function latestEvent(vehicle: VehicleNow, terms: StatusTerms): Happened | null {
  const { duty, position } = vehicle;
  const last = ofBooking(vehicle.booking, terms.idOf);
  const isBusy = last !== null && last.state !== 'available';
  if (!isBusy && !vehicle.on_duty) {
    const at = duty?.ended_at ?? null;
    if (at === null || at < terms.now - OFF_DUTY_LISTED_MS) return null;
    return { state: 'non_operational', type: 'service_end', at, ...outsideTrips };
  }
  const lostAt = position.seenAt + terms.positionValidMs;
  if (lostAt < terms.now) {
    const { trip, booking } = isBusy ? last : outsideTrips;
    return { state: 'non_contactable', type: 'comms_lost', at: lostAt, trip, booking };
  }
  if (isBusy) return last;
  const began = duty?.started_at ?? position.seenAt;
  if (last !== null && last.at >= began) return last;
  return { state: 'available', type: 'service_start', at: began, ...outsideTrips };
}

/** Returns the entry of a vehicle in the standard's /vehicles/status; null when it is not listed. */
export function vehicleStatusOf(vehicle: VehicleNow, terms: StatusTerms): MdsVehicleStatus | null {
  const event = latestEvent(vehicle, terms);
  if (event === null) return null;
  const { device_id, provider_id, position } = vehicle;
  const { idOf, timedIdOf } = terms;
  const isOnTrip = event.state !== 'available' && event.booking !== null;
  const location = roundedLocation(position);
  return {
    device_id,
    provider_id,
    last_event: {
      device_id,
      provider_id,
      event_id: timedIdOf(`event ${device_id} ${event.type} ${event.at}`),
      vehicle_state: event.state,
      event_types: [event.type],
      timestamp: minuteOf(event.at),
      location,
      ...(event.trip === null ? {} : { trip_ids: [event.trip] }),
    },
    last_telemetry: {
      device_id,
      provider_id,
      telemetry_id: timedIdOf(`telemetry ${device_id} ${position.seenAt}`),
      timestamp: minuteOf(position.seenAt),
      trip_ids: isOnTrip && event.trip !== null ? [event.trip] : null,
      journey_id: isOnTrip && event.booking !== null ? journeyIdOf(idOf, event.booking) : null,
      location,
    },
  };
}

export interface VehicleFacts {
  device_id: string;
  vehicle_number: string;
  vehicle_make: string;
  vehicle_model: string;
}

const longest = (value: string): string => value.trim().slice(0, 255);

/**
 * Converts a vehicle to the standard. A vehicle without a plate (its driver deleted the account) is identified by its
 * device id.
 */
export function vehicleOf(
  facts: VehicleFacts,
  {
    provider_id,
    declared,
  }: {
    provider_id: string;
    declared: Pick<MdsVehicle, 'vehicle_type' | 'propulsion_types'> & { wheelchair_accessible: boolean };
  },
): MdsVehicle {
  const plate = longest(facts.vehicle_number);
  const make = longest(facts.vehicle_make);
  const model = longest(facts.vehicle_model);
  return {
    device_id: facts.device_id,
    provider_id,
    vehicle_id: plate || facts.device_id,
    vehicle_type: declared.vehicle_type,
    vehicle_attributes: {
      ...(make ? { make } : {}),
      ...(model ? { model } : {}),
      // Empty when unknown, but always present: the published schema recognises the mode by this field.
      license_plate: plate,
    },
    propulsion_types: [...declared.propulsion_types],
    accessibility_attributes: declared.wheelchair_accessible ? ['wheelchair_accessible'] : [],
  };
}
