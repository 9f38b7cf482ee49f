// Adds, edits and retires shared vehicles, and sets the drivers who may take them.
import type { ParsedVehicleRequest, ParsedVehicleUpdate, Vehicle } from '@kerb/contract';
import { fitsDecimals, plateKey } from '@kerb/domain/fleet';
import { DomainError, toMinor } from '@kerb/domain/kernel';
import { type Actor, type Tx, violatesForeignKey, violatesUnique } from '../../kit/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import { assertMayDrive } from './may-drive.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import { publishVehicleChanged } from './vehicles.events.ts';
import { requireManaged, vehiclesPolicy } from './vehicles.policy.ts';
import { vehiclesRepository } from './vehicles.repository.ts';
import type { VehicleRow } from './vehicles.tables.ts';
import { createViewVehicles } from './view-vehicles.ts';

const invalid = (path: keyof ParsedVehicleRequest, message: string): DomainError =>
  new DomainError('invalid_input', undefined, [{ path, message }]);

const asKnown = (error: unknown): unknown => {
  if (violatesUnique(error, 'vehicles_plate')) return new DomainError('plate_taken');
  // The car type was deleted after it was checked.
  return violatesForeignKey(error, 'vehicles_car_type_fkey') ? invalid('carType', 'No such car type') : error;
};

/** Throws `vehicle_retired` for a retired vehicle. */
const requireInUse = (vehicle: VehicleRow): VehicleRow => {
  if (vehicle.retired_at !== null) throw new DomainError('vehicle_retired');
  return vehicle;
};

export function createEditVehicles(deps: VehiclesDeps) {
  const { withTx, clock, ids, settings, identity, carTypes, fleet } = deps;
  const view = createViewVehicles(deps);

  /**
   * Converts the input to columns. Throws `invalid_input` for unknown references and for amounts with too many
   * decimals.
   */
  async function columnsOf(tx: Tx, actor: Actor, input: ParsedVehicleRequest) {
    const fleetadmin = vehiclesPolicy.owner(actor, input.fleetadmin);
    const { decimal } = await settings.lockMoneyUnit(tx);
    if (!(await carTypes.carTypes()).some(({ id }) => id === input.carType))
      throw invalid('carType', 'No such car type');
    if (fleetadmin !== null && (await identity.userOf(fleetadmin))?.usertype !== 'fleetadmin')
      throw invalid('fleetadmin', 'No such fleet admin');
    if (input.rentPerDay !== null && !fitsDecimals(input.rentPerDay, decimal))
      throw invalid('rentPerDay', `At most ${decimal} digits after the decimal point`);
    return {
      fleetadmin,
      vehicle_number: input.vehicleNumber,
      plate_key: plateKey(input.vehicleNumber),
      vehicle_make: input.vehicleMake,
      vehicle_model: input.vehicleModel,
      car_type: input.carType,
      other_info: input.other_info,
      plan: input.plan,
      rent_amount: input.rentPerDay === null ? null : toMinor(input.rentPerDay, decimal),
      commission_percent: input.commissionPercent,
    };
  }

  async function audience(tx: Tx, { id }: Pick<VehicleRow, 'id'>): Promise<string[]> {
    const open = await handoversRepository(tx).openOf([id]);
    const drivers = (await vehiclesRepository(tx).driversOf([id])).get(id) ?? [];
    return [...drivers, ...open.map(({ driver }) => driver)];
  }

  async function locked(tx: Tx, actor: Actor, id: string): Promise<VehicleRow> {
    return requireManaged(actor, await vehiclesRepository(tx).lock(id));
  }

  return {
    /** Throws `plate_taken`, and `invalid_input`. */
    async addVehicle(actor: Actor, input: ParsedVehicleRequest): Promise<Vehicle> {
      const id = ids.next();
      await withTx(async (tx) => {
        const columns = await columnsOf(tx, actor, input);
        const row = { id, ...columns, created_at: clock.now(), version: 1, retired_at: null };
        await vehiclesRepository(tx).insert(row);
        await publishVehicleChanged(tx, row, []);
      }).catch((error: unknown) => {
        throw asKnown(error);
      });
      return view.one(id);
    },

    /**
     * A driver who has the vehicle drives with its new details immediately; a booking under way stays unchanged, and so
     * does the driver's agreed plan. A vehicle that moves to another fleet has no drivers until its new manager sets
     * some. Throws `vehicle_taken` for another fleet while a driver has it, and `driver_busy` for another car type
     * during a trip, and `conflict` when the vehicle or its drivers were changed since `version`.
     */
    async editVehicle(actor: Actor, id: string, input: ParsedVehicleUpdate): Promise<Vehicle> {
      await withTx(async (tx) => {
        const columns = await columnsOf(tx, actor, input);
        const before = requireInUse(await locked(tx, actor, id));
        if (before.version !== input.version) throw new DomainError('conflict');
        const vehicles = vehiclesRepository(tx);
        const [open] = await handoversRepository(tx).openOf([id]);
        const isOtherFleet = before.fleetadmin !== columns.fleetadmin;
        if (isOtherFleet && open) throw new DomainError('vehicle_taken');
        const concerned = await audience(tx, before);
        if (isOtherFleet) await vehicles.setDrivers(id, []);
        await vehicles.update({ id, ...columns });
        if (open)
          await fleet.changeLentVehicle(tx, open.driver, {
            vehicleNumber: columns.vehicle_number,
            vehicleMake: columns.vehicle_make,
            vehicleModel: columns.vehicle_model,
            carType: columns.car_type,
            other_info: columns.other_info,
          });
        await publishVehicleChanged(tx, before, concerned);
        if (isOtherFleet) await publishVehicleChanged(tx, { id, ...columns }, []);
      }).catch((error: unknown) => {
        throw asKnown(error);
      });
      return view.one(id);
    },

    /** Throws `vehicle_taken` while a driver has it. */
    async retireVehicle(actor: Actor, id: string): Promise<Vehicle> {
      await withTx(async (tx) => {
        const vehicle = requireInUse(await locked(tx, actor, id));
        if ((await handoversRepository(tx).openOf([id])).length > 0) throw new DomainError('vehicle_taken');
        await vehiclesRepository(tx).retire(id, clock.now());
        await publishVehicleChanged(tx, vehicle, await audience(tx, vehicle));
      });
      return view.one(id);
    },

    /** Throws `vehicle_not_allowed` for a user who is not a driver, or not of the vehicle's fleet. */
    async setVehicleDrivers(actor: Actor, id: string, drivers: readonly string[]): Promise<Vehicle> {
      const wanted = [...new Set(drivers)];
      await withTx(async (tx) => {
        const vehicle = requireInUse(await locked(tx, actor, id));
        await assertMayDrive(deps, vehicle, wanted);
        const before = await audience(tx, vehicle);
        await vehiclesRepository(tx).setDrivers(id, wanted);
        await publishVehicleChanged(tx, vehicle, [...before, ...wanted]);
      });
      return view.one(id);
    },
  };
}
