// Presents shared vehicles and their handovers, field by field.
import type { SharedVehicle, Vehicle, VehicleHandover } from '@kerb/contract';
import { type Minor, toMajor, ZERO } from '@kerb/domain/kernel';
import { nameOf, type People } from './vehicles.deps.ts';
import type { HandoverRow, PlanColumns, VehicleRow } from './vehicles.tables.ts';

/** The data that rows are presented with. */
export interface VehicleContext {
  people: People;
  carTypes: readonly { id: string; name: string }[];
  /** Decimals of the currency. */
  decimal: number;
}

const presentPlan = ({ plan, rent_amount, commission_percent }: PlanColumns, decimal: number) => ({
  plan,
  rentPerDay: rent_amount === null ? null : toMajor(rent_amount, decimal),
  commissionPercent: commission_percent,
});

function stateOf({ retired_at }: VehicleRow, open: HandoverRow | undefined): SharedVehicle['state'] {
  if (retired_at !== null) return 'retired';
  return open ? 'taken' : 'free';
}

/** `open`: the handover of the driver who has the vehicle. */
export function presentShared(
  row: VehicleRow,
  open: HandoverRow | undefined,
  { people, carTypes, decimal }: VehicleContext,
): SharedVehicle {
  return {
    id: row.id,
    vehicleNumber: row.vehicle_number,
    vehicleMake: row.vehicle_make,
    vehicleModel: row.vehicle_model,
    carType: row.car_type,
    carTypeName: carTypes.find(({ id }) => id === row.car_type)?.name ?? null,
    other_info: row.other_info,
    ...presentPlan(row, decimal),
    state: stateOf(row, open),
    takenAt: open?.taken_at ?? null,
    takenByName: open ? nameOf(people, open.driver) : '',
    version: row.version,
  };
}

export function presentVehicle(
  row: VehicleRow,
  open: HandoverRow | undefined,
  context: VehicleContext & { drivers: readonly string[] },
): Vehicle {
  const { people, decimal, drivers } = context;
  return {
    ...presentShared(row, open, context),
    fleetadmin: row.fleetadmin,
    fleet: row.fleetadmin === null ? '' : nameOf(people, row.fleetadmin),
    takenBy: open?.driver ?? null,
    agreed: open ? presentPlan(open, decimal) : null,
    drivers: drivers
      .map((uid) => ({ uid, name: nameOf(people, uid) }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  };
}

export function presentHandover(
  row: HandoverRow,
  charged: { amount: Minor; count: number } | undefined,
  { people, decimal }: Pick<VehicleContext, 'people' | 'decimal'>,
): VehicleHandover {
  return {
    id: row.id,
    driver: row.driver,
    driverName: nameOf(people, row.driver),
    takenAt: row.taken_at,
    takenByName: nameOf(people, row.taken_by),
    returnedAt: row.returned_at,
    returnedByName: row.returned_by === null ? null : nameOf(people, row.returned_by),
    odometerTaken: row.odometer_taken,
    odometerReturned: row.odometer_returned,
    noteTaken: row.note_taken,
    noteReturned: row.note_returned,
    ...presentPlan(row, decimal),
    charged: toMajor(charged?.amount ?? ZERO, decimal),
    charges: charged?.count ?? 0,
  };
}
