// Route declarations of the Mobility Data Specification (MDS 2.0, passenger-services) for API keys of regulators, of
// the values that admins declare for it, and of the nightly trip files.
import {
  MDS_MEDIA_TYPE,
  mdsCarType,
  mdsTrip,
  mdsVehicle,
  mdsVehicleStatus,
} from '@kerb/domain/mobility-data';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { uuid } from '../pages.ts';

const tag = 'mobility data';
const version = z.string();
/** Time of the data in ms since the epoch, and ms after which clients should read them again. */
const timed = { version, last_updated: z.number().int(), ttl: z.number().int().min(0).max(300_000) };
const links = z.object({ first: z.string(), next: z.string().nullable() });
const page = z.object({ cursor: uuid.optional() });
const deviceParams = z.object({ device_id: uuid });

const ofVehicles = {
  method: 'GET',
  tag,
  access: { key: 'mds.vehicles' },
  mediaType: MDS_MEDIA_TYPE,
  rateLimit: { max: 120, windowSeconds: 60 },
} as const;

/** A calendar day in the operator's time zone, YYYY-MM-DD. */
const day = z.iso.date();

export const tripFile = z.object({
  day,
  trips: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  written_at: z.number(),
});
export type TripFile = z.infer<typeof tripFile>;

export const declaredCarType = mdsCarType.extend({
  id: z.string(),
  name: z.string(),
  /** Whether an admin declared the car type; otherwise the values are the defaults of an undeclared one. */
  declared: z.boolean(),
});
export type DeclaredCarType = z.infer<typeof declaredCarType>;

export const mobilityProvider = z.object({
  /** Id assigned to this operator by the registry of the standard; a random UUID until it is entered. */
  provider_id: uuid,
  carTypes: z.array(declaredCarType),
});
export type MobilityProvider = z.infer<typeof mobilityProvider>;

export const mobilityDataRoutes = {
  getMdsVehicles: defineRoute({
    ...ofVehicles,
    path: '/mds/vehicles',
    summary: 'Vehicles that were in service in the last 30 days',
    query: page,
    answer: z.object({ ...timed, vehicles: z.array(mdsVehicle), links }),
    errors: ['version_not_served'],
  }),
  getMdsVehicle: defineRoute({
    ...ofVehicles,
    path: '/mds/vehicles/:device_id',
    summary: 'One vehicle, whenever it was in service',
    params: deviceParams,
    answer: z.object({ ...timed, vehicles: z.array(mdsVehicle).length(1) }),
    errors: ['version_not_served', 'not_found'],
  }),
  getMdsVehiclesStatus: defineRoute({
    ...ofVehicles,
    path: '/mds/vehicles/status',
    summary: 'Vehicles in service with their last event and place',
    query: page,
    answer: z.object({ ...timed, vehicles_status: z.array(mdsVehicleStatus), links }),
    errors: ['version_not_served'],
  }),
  getMdsVehicleStatus: defineRoute({
    ...ofVehicles,
    path: '/mds/vehicles/status/:device_id',
    summary: 'One vehicle in service with its last event and place',
    params: deviceParams,
    answer: z.object({ ...timed, vehicles_status: z.array(mdsVehicleStatus).length(1) }),
    errors: ['version_not_served', 'not_found'],
  }),
  getMdsTrips: defineRoute({
    method: 'GET',
    path: '/mds/trips',
    summary: 'Trips that ended in an hour (UTC); 202 without trips while the hour is not complete',
    tag,
    access: { key: 'mds.trips' },
    mediaType: MDS_MEDIA_TYPE,
    dataExport: true,
    rateLimit: { max: 120, windowSeconds: 60 },
    query: z.object({ end_time: z.string().max(40) }),
    answer: z.object({ version, trips: z.array(mdsTrip) }),
    errors: ['version_not_served', 'not_found'],
  }),
  getMobilityProvider: defineRoute({
    method: 'GET',
    path: '/mobility-data/provider',
    summary: 'What is declared to regulators of the operator and its car types',
    tag,
    access: ['admin'],
    answer: mobilityProvider,
    errors: [],
  }),
  editMobilityProvider: defineRoute({
    method: 'PATCH',
    path: '/mobility-data/provider',
    summary: 'Set the id that the standard’s registry gave the operator',
    tag,
    access: ['admin'],
    body: z.strictObject({ provider_id: uuid }),
    answer: mobilityProvider,
    errors: ['demo_mode'],
  }),
  declareCarType: defineRoute({
    method: 'PUT',
    path: '/mobility-data/car-types/:id',
    summary: 'Declare the kind of vehicle, its propulsion and its accessibility',
    tag,
    access: ['admin'],
    params: z.object({ id: uuid }),
    body: mdsCarType,
    answer: mobilityProvider,
    errors: ['demo_mode', 'not_found'],
  }),
  listTripFiles: defineRoute({
    method: 'GET',
    path: '/mobility-data/files',
    summary: 'The nightly files of trips, the newest first',
    tag,
    access: ['admin'],
    answer: z.object({ items: z.array(tripFile) }),
    errors: [],
  }),
  getTripFile: defineRoute({
    method: 'GET',
    path: '/mobility-data/files/:day',
    summary: 'The trips that ended on a day of the operator’s calendar, as CSV',
    tag,
    access: ['admin'],
    stepUp: true,
    params: z.object({ day }),
    answer: z.instanceof(Uint8Array),
    binary: 'text/csv; charset=utf-8',
    errors: ['not_found'],
  }),
};
