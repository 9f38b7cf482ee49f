// Response schemas of MDS 2.0 (Mobility Data Specification, mode passenger-services): the fields that Kerb provides,
// with the names, units and enumerations of the standard. docs/mobility-data.md lists the source of each field.
import { z } from 'zod';

/** Implemented version of the standard, and the content type that contains it. */
export const MDS_VERSION = '2.0.2';
export const MDS_MEDIA_TYPE = 'application/vnd.mds+json;version=2.0';

/** Maximum text length of the standard. */
const text = z.string().max(255);
const uuid = z.uuid();
/** ms since the epoch, rounded down to the minute. */
const timestamp = z.number().int().nonnegative();
/** Smallest units of the currency (ISO 4217). */
const cost = z.number().int().nonnegative();

export const mdsVehicleType = z.enum([
  'bicycle',
  'bus',
  'cargo_bicycle',
  'car',
  'moped',
  'motorcycle',
  'truck',
  'other',
]);
export type MdsVehicleType = z.infer<typeof mdsVehicleType>;

export const mdsPropulsion = z.enum([
  'human',
  'electric_assist',
  'electric',
  'combustion',
  'combustion_diesel',
  'hybrid',
  'hydrogen_fuel_cell',
  'plug_in_hybrid',
]);
export type MdsPropulsion = z.infer<typeof mdsPropulsion>;

/** A rounded place (see roundedLocation). */
export const mdsPlace = z.object({ lat: z.number(), lng: z.number() });
export type MdsPlace = z.infer<typeof mdsPlace>;

const device = { device_id: uuid, provider_id: uuid };

export const mdsVehicle = z.object({
  ...device,
  vehicle_id: text,
  vehicle_type: mdsVehicleType,
  vehicle_attributes: z.object({
    make: text.optional(),
    model: text.optional(),
    license_plate: text,
  }),
  propulsion_types: z.array(mdsPropulsion).min(1),
  accessibility_attributes: z.array(z.literal('wheelchair_accessible')),
});
export type MdsVehicle = z.infer<typeof mdsVehicle>;

/** The vehicle states of the standard that Kerb uses. */
export const mdsVehicleState = z.enum([
  'available',
  'non_operational',
  'reserved',
  'on_trip',
  'stopped',
  'non_contactable',
]);
export type MdsVehicleState = z.infer<typeof mdsVehicleState>;

export const mdsEventType = z.enum([
  'service_start',
  'service_end',
  'comms_lost',
  'reservation_start',
  'reservation_stop',
  'trip_start',
  'trip_stop',
  'trip_end',
  'passenger_cancellation',
  'driver_cancellation',
  'provider_cancellation',
]);
export type MdsEventType = z.infer<typeof mdsEventType>;

export const mdsEvent = z.object({
  ...device,
  event_id: uuid,
  vehicle_state: mdsVehicleState,
  event_types: z.array(mdsEventType).length(1),
  timestamp,
  location: mdsPlace,
  /** Present for events of a trip. */
  trip_ids: z.array(uuid).length(1).optional(),
});
export type MdsEvent = z.infer<typeof mdsEvent>;

export const mdsTelemetry = z.object({
  ...device,
  telemetry_id: uuid,
  timestamp,
  /** null outside of trips. */
  trip_ids: z.array(uuid).length(1).nullable(),
  journey_id: uuid.nullable(),
  location: mdsPlace,
});
export type MdsTelemetry = z.infer<typeof mdsTelemetry>;

export const mdsVehicleStatus = z.object({ ...device, last_event: mdsEvent, last_telemetry: mdsTelemetry });
export type MdsVehicleStatus = z.infer<typeof mdsVehicleStatus>;

export const mdsTripType = z.enum(['private', 'reservation']);
export type MdsTripType = z.infer<typeof mdsTripType>;

export const mdsTrip = z.object({
  ...device,
  trip_id: uuid,
  journey_id: uuid,
  /** One value; an array because the published schema requires it. */
  trip_type: z.array(mdsTripType).length(1),
  trip_attributes: z.object({
    hail_type: z.enum(['app', 'phone_dispatch']),
    app_name: text.optional(),
    passenger_count: z.number().int().nonnegative(),
    requested_time: timestamp,
    requested_trip_start_location: mdsPlace,
    quoted_trip_start_time: timestamp,
    dispatch_time: timestamp,
    cancellation_reason: text.optional(),
  }),
  /** Present for trips with a passenger, and for cancellations with a fee. */
  fare_attributes: z
    .object({
      payment_type: z.enum(['cash', 'credit_card', 'mobile_app', 'no_payment']),
      fare_type: z.enum(['meter_fare', 'flat_rate']),
      base_rate: cost.optional(),
      other_fees: cost.optional(),
      tip: cost.optional(),
      driver_trip_pay: cost.optional(),
      rate_code_id: z.enum(['meter_fare', 'promo_rate']).optional(),
    })
    .optional(),
  start_time: timestamp,
  end_time: timestamp,
  start_location: mdsPlace,
  end_location: mdsPlace,
  /** Seconds. */
  duration: z.number().int().nonnegative(),
  /** Metres. */
  distance: z.number().int().nonnegative(),
  standard_cost: cost.optional(),
  actual_cost: cost.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type MdsTrip = z.infer<typeof mdsTrip>;

/** Properties of a car type that only an admin can declare. */
export const mdsCarType = z.strictObject({
  vehicle_type: mdsVehicleType,
  propulsion_types: z.array(mdsPropulsion).min(1).max(mdsPropulsion.options.length),
  wheelchair_accessible: z.boolean(),
});
export type MdsCarType = z.infer<typeof mdsCarType>;

/** Values for a car type that was not declared. */
export const undeclaredCarType: MdsCarType = {
  vehicle_type: 'car',
  propulsion_types: ['combustion'],
  wheelchair_accessible: false,
};
