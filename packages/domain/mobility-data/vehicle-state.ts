// The state of a vehicle in the standard's state machine, from the driver's duty, last position and current booking.
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

/** A vehicle that went out of service is listed so long: off duty it is a private car. */
export const OFF_DUTY_LISTED_MS = 90 * MS_PER_MINUTE;

interface Happened {
  state: MdsVehicleState;
  type: MdsEventType;
  at: number;
  /** The trip that it belongs to. */
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

/** State and event that a booking's status stands for, for its driver's vehicle; null for one without a driver. */
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

/** When the booking came into its status, as far as the vehicle is concerned. */
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
      // A cash trip is over once the driver has collected; any other frees the driver at its end.
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
  /** On duty by the driver's own switch. */
  on_duty: boolean;
  /** The latest period on duty; its end is null while it goes on. */
  duty: { started_at: number; ended_at: number | null } | null;
  /** The last position, and when the server got it. */
  position: LatLng & { seenAt: number };
  /** The driver's latest booking, in any status. */
  booking: DrivenBooking | null;
}

export interface StatusTerms {
  now: number;
  /** A position older than this is no sign of the vehicle any more. */
  positionValidMs: number;
  idOf: NamedId;
}

const outsideTrips = { trip: null, booking: null } as const;

/** The latest event of the vehicle; null for one that is out of service for long, or never was in service. */
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

/** What the standard's /vehicles/status says of a vehicle; null where it is not listed. */
export function vehicleStatusOf(vehicle: VehicleNow, terms: StatusTerms): MdsVehicleStatus | null {
  const event = latestEvent(vehicle, terms);
  if (event === null) return null;
  const { device_id, provider_id, position } = vehicle;
  const { idOf } = terms;
  const isOnTrip = event.state !== 'available' && event.booking !== null;
  const location = roundedLocation(position);
  return {
    device_id,
    provider_id,
    last_event: {
      device_id,
      provider_id,
      event_id: idOf(`event ${device_id} ${event.type} ${event.at}`),
      vehicle_state: event.state,
      event_types: [event.type],
      timestamp: minuteOf(event.at),
      location,
      ...(event.trip === null ? {} : { trip_ids: [event.trip] }),
    },
    last_telemetry: {
      device_id,
      provider_id,
      telemetry_id: idOf(`telemetry ${device_id} ${position.seenAt}`),
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

/** A vehicle without a plate (its driver deleted the account) goes by its device id. */
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
      // Empty where it is not known: the published schema knows the mode by this field.
      license_plate: plate,
    },
    propulsion_types: [...declared.propulsion_types],
    accessibility_attributes: declared.wheelchair_accessible ? ['wheelchair_accessible'] : [],
  };
}
