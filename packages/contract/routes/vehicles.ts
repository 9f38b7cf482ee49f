// Route declarations of shared vehicles: permitted drivers, current driver and price. Admins manage all vehicles, fleet
// admins those of their fleet; drivers see and take the ones shared with them.
import { MAX_ODOMETER, MAX_VEHICLE_DRIVERS, vehicleInput, vehiclePlanKind } from '@kerb/domain/fleet';
import { rowVersion } from '@kerb/domain/kernel';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';

const tag = 'vehicles';
const managers = ['admin', 'fleetadmin'] as const;

/** free: can be taken; taken: in use by a driver; retired: out of use. */
export const vehicleState = z.enum(['free', 'taken', 'retired']);
export type VehicleState = z.infer<typeof vehicleState>;

export const vehicleSort = z.enum(['vehicleNumber', 'vehicleMake', 'takenAt', 'createdAt']);
export type VehicleSort = z.infer<typeof vehicleSort>;

const plan = {
  plan: vehiclePlanKind,
  /** Rent in major units; null for other plans. */
  rentPerDay: z.number().nullable(),
  commissionPercent: z.number().nullable(),
};

/** A shared vehicle as its permitted drivers see it. */
export const sharedVehicle = z.object({
  id: z.string(),
  vehicleNumber: z.string(),
  vehicleMake: z.string(),
  vehicleModel: z.string(),
  /** Null after the car type was deleted. */
  carType: z.string().nullable(),
  carTypeName: z.string().nullable(),
  other_info: z.string(),
  ...plan,
  state: vehicleState,
  /** When the current driver took the vehicle, ms since the epoch; null while it is free. */
  takenAt: z.number().nullable(),
  /** Name of the current driver; '' while it is free. */
  takenByName: z.string(),
  /** Incremented by each edit: an edit of an outdated version, and taking it, is rejected as a conflict. */
  version: z.number().int(),
});
export type SharedVehicle = z.infer<typeof sharedVehicle>;

export const vehicle = sharedVehicle.extend({
  /** Uid and name of the fleet admin; null and '' for a vehicle of the platform. */
  fleetadmin: z.string().nullable(),
  fleet: z.string(),
  /** Uid of the current driver. */
  takenBy: z.string().nullable(),
  /** Plan that the current driver pays, as agreed when they took the vehicle; null while it is free. */
  agreed: z.object(plan).nullable(),
  /** Drivers who may take the vehicle, by name. */
  drivers: z.array(z.object({ uid: z.string(), name: z.string() })),
  createdAt: z.number(),
  retiredAt: z.number().nullable(),
});
export type Vehicle = z.infer<typeof vehicle>;

export const vehicleHandover = z.object({
  id: z.string(),
  driver: z.string(),
  driverName: z.string(),
  takenAt: z.number(),
  /** Name of the user who recorded that the vehicle was taken: the driver, or a manager of the vehicle. */
  takenByName: z.string(),
  returnedAt: z.number().nullable(),
  returnedByName: z.string().nullable(),
  odometerTaken: z.number().nullable(),
  odometerReturned: z.number().nullable(),
  noteTaken: z.string(),
  noteReturned: z.string(),
  ...plan,
  /** Sum of rent and commissions so far, in major units. */
  charged: z.number(),
  /** Number of days or trips charged. */
  charges: z.number().int(),
});
export type VehicleHandover = z.infer<typeof vehicleHandover>;

const odometer = z.number().int().min(0).max(MAX_ODOMETER).nullable().default(null);
const note = z.string().trim().max(500).default('');

export const vehicleRequest = vehicleInput.safeExtend({
  /** Fleet admin who owns the vehicle; null for the platform. The vehicles of a fleet admin are always their own. */
  fleetadmin: uuid.nullable().default(null),
});
export type VehicleRequest = z.input<typeof vehicleRequest>;
export type ParsedVehicleRequest = z.output<typeof vehicleRequest>;

/** The complete vehicle after the change, based on the version that was read. */
export const vehicleUpdate = vehicleRequest.safeExtend({ version: rowVersion() });
export type ParsedVehicleUpdate = z.output<typeof vehicleUpdate>;

export const vehicleDrivers = z.strictObject({ drivers: z.array(uuid).max(MAX_VEHICLE_DRIVERS) });
export const takenVehicle = z.strictObject({
  /** Driver who takes the vehicle; drivers leave it out and take it themselves. */
  driver: uuid.optional(),
  /** Version of the vehicle that the driver saw, and so the plan that they agree to; managers leave it out. */
  version: rowVersion().optional(),
  odometer,
  note,
});
export type TakenVehicle = z.output<typeof takenVehicle>;
export const returnedVehicle = z.strictObject({ odometer, note });
export type ReturnedVehicle = z.output<typeof returnedVehicle>;
export const handedOverVehicle = z.strictObject({ driver: uuid, odometer, note });
export type HandedOverVehicle = z.output<typeof handedOverVehicle>;

const takeErrors = [
  'not_found',
  'vehicle_retired',
  'vehicle_not_allowed',
  'vehicle_without_car_type',
  'vehicle_plan_not_agreed',
  'has_vehicle',
  'driver_busy',
] as const;

export const vehicleRoutes = {
  listVehicles: defineRoute({
    method: 'GET',
    path: '/vehicles',
    summary:
      'Shared vehicles with who has each now; of the fleet for a fleet admin. Retired ones when asked for',
    tag,
    access: managers,
    query: pageQuery.extend({
      q: z.string().trim().max(100).optional(),
      state: vehicleState.optional(),
      plan: vehiclePlanKind.optional(),
      fleetadmin: uuid.optional(),
      sort: vehicleSort.default('createdAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    answer: pageOf(vehicle).extend({ total: z.number().int() }),
    errors: [],
  }),
  getVehicle: defineRoute({
    method: 'GET',
    path: '/vehicles/:id',
    summary: 'One shared vehicle',
    tag,
    access: managers,
    params: idParams,
    answer: vehicle,
    errors: ['not_found'],
  }),
  addVehicle: defineRoute({
    method: 'POST',
    path: '/vehicles',
    summary: 'Add a shared vehicle; a fleet admin adds it to the own fleet',
    tag,
    access: managers,
    body: vehicleRequest,
    answer: vehicle,
    status: 201,
    errors: ['plate_taken'],
    rateLimit: { max: 120, windowSeconds: 60 },
  }),
  editVehicle: defineRoute({
    method: 'PUT',
    path: '/vehicles/:id',
    summary:
      'The vehicle as it is to be, made from `version`. A driver who has it drives with the new details and keeps the agreed plan',
    tag,
    access: managers,
    params: idParams,
    body: vehicleUpdate,
    answer: vehicle,
    errors: ['not_found', 'conflict', 'plate_taken', 'vehicle_retired', 'vehicle_taken', 'driver_busy'],
  }),
  retireVehicle: defineRoute({
    method: 'POST',
    path: '/vehicles/:id/retire',
    summary: 'Take a vehicle out of use; its handovers and charges stay',
    tag,
    access: managers,
    params: idParams,
    answer: vehicle,
    errors: ['not_found', 'vehicle_taken', 'vehicle_retired'],
  }),
  setVehicleDrivers: defineRoute({
    method: 'PUT',
    path: '/vehicles/:id/drivers',
    summary: 'Who may take the vehicle; a driver who has it keeps it until it is returned',
    tag,
    access: managers,
    params: idParams,
    body: vehicleDrivers,
    answer: vehicle,
    errors: ['not_found', 'vehicle_retired', 'vehicle_not_allowed'],
  }),
  takeVehicle: defineRoute({
    method: 'POST',
    path: '/vehicles/:id/take',
    summary:
      'A driver takes a vehicle shared with them, with the plan of `version`; who manages it may give one without a plan',
    tag,
    access: ['driver', 'admin', 'fleetadmin'],
    params: idParams,
    body: takenVehicle,
    answer: sharedVehicle,
    errors: [...takeErrors, 'vehicle_taken', 'conflict'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  returnVehicle: defineRoute({
    method: 'POST',
    path: '/vehicles/:id/return',
    summary: 'The vehicle is back: the driver goes off duty and has the own car again',
    tag,
    access: ['driver', 'admin', 'fleetadmin'],
    params: idParams,
    body: returnedVehicle,
    answer: sharedVehicle,
    errors: ['not_found', 'vehicle_not_taken', 'driver_busy'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  handOverVehicle: defineRoute({
    method: 'POST',
    path: '/vehicles/:id/hand-over',
    summary: 'A vehicle without a plan passes from the driver who has it to another one, in one step',
    tag,
    access: managers,
    params: idParams,
    body: handedOverVehicle,
    answer: vehicle,
    errors: [...takeErrors, 'vehicle_not_taken'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  listVehicleHandovers: defineRoute({
    method: 'GET',
    path: '/vehicles/:id/handovers',
    summary: 'Who had the vehicle, from when until when, and what they were charged; newest first',
    tag,
    access: managers,
    params: idParams,
    query: pageQuery.extend({ cursor: uuid.optional() }),
    answer: pageOf(vehicleHandover),
    errors: ['not_found'],
  }),
  getMyVehicles: defineRoute({
    method: 'GET',
    path: '/me/vehicles',
    summary: 'The shared vehicle I have, and those I may take',
    tag,
    access: ['driver'],
    answer: z.object({ current: sharedVehicle.nullable(), items: z.array(sharedVehicle) }),
    errors: [],
  }),
};
