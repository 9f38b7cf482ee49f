// Functions of shared vehicles for other modules: the effects of a changed role and of a deleted account, the export of
// a driver's handovers, and whether there are vehicles to take.
import type { Tx } from '../../kit/index.ts';
import type { CarTypeVehicles } from '../car-types/index.ts';
import type { SharedVehicles } from '../fleet/index.ts';
import type { VehicleRents } from '../settings/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import { createHandOver } from './take-vehicle.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import { publishVehicleChanged } from './vehicles.events.ts';
import { vehiclesRepository } from './vehicles.repository.ts';

export interface VehiclesApi extends SharedVehicles, CarTypeVehicles, VehicleRents {
  /**
   * Returns the vehicle of a driver who may no longer drive, as a manager's return does. Does nothing for other users.
   * Throws `driver_busy` on a trip.
   */
  releaseOf(tx: Tx, uid: string, by: string): Promise<void>;
  /** Makes the vehicles of a former fleet admin the platform's, without a plan. */
  leaveFleet(tx: Tx, fleetadmin: string): Promise<void>;
  /**
   * For the deletion of an account: a driver's vehicle becomes free; the vehicles of a fleet admin become the
   * platform's, without a plan.
   */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** For a driver's data export. */
  exportOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

export function createVehiclesApi(deps: VehiclesDeps): VehiclesApi {
  const { db, clock } = deps;

  async function leaveFleet(tx: Tx, fleetadmin: string): Promise<void> {
    await handoversRepository(tx).endPlansOf(fleetadmin);
    const left = await vehiclesRepository(tx).leaveFleet(fleetadmin);
    const drivers = await vehiclesRepository(tx).driversOf(left);
    const open = await handoversRepository(tx).openOf(left);
    for (const id of left) {
      const holders = open.filter(({ vehicle }) => vehicle === id).map(({ driver }) => driver);
      await publishVehicleChanged(tx, { id, fleetadmin }, [...(drivers.get(id) ?? []), ...holders]);
    }
  }

  return {
    releaseOf: createHandOver(deps).releaseOf,
    leaveFleet,
    isSharedWith: (uid) => vehiclesRepository(db).isSharedWith(uid),
    hasRents: (tx) => vehiclesRepository(tx).hasRents(),
    async isCarTypeNeeded(tx, carType) {
      if (await vehiclesRepository(tx).existsOfCarType(carType)) return true;
      return handoversRepository(tx).isOwnCarType(carType);
    },
    async erasePerson(tx, uid) {
      const handovers = handoversRepository(tx);
      const vehicles = vehiclesRepository(tx);
      const shared = await vehicles.sharedWith(uid);
      const taken = await handovers.openOfDriver(uid);
      const held =
        taken && !shared.some(({ id }) => id === taken.vehicle) ? await vehicles.find(taken.vehicle) : null;
      await handovers.eraseDriver(uid, clock.now());
      await vehicles.removeDriver(uid);
      const changed = held ? [...shared, held] : shared;
      const drivers = await vehicles.driversOf(changed.map(({ id }) => id));
      for (const vehicle of changed) await publishVehicleChanged(tx, vehicle, drivers.get(vehicle.id) ?? []);
      await leaveFleet(tx, uid);
    },
    async exportOf(uid) {
      const rows = await handoversRepository(db).allOf(uid);
      return rows.map((row) => ({
        vehicle: row.vehicle,
        plan: row.plan,
        takenAt: row.taken_at,
        returnedAt: row.returned_at,
        odometerTaken: row.odometer_taken,
        odometerReturned: row.odometer_returned,
        noteTaken: row.note_taken,
        noteReturned: row.note_returned,
        ownVehicle: {
          vehicleNumber: row.own_vehicle_number,
          vehicleMake: row.own_vehicle_make,
          vehicleModel: row.own_vehicle_model,
          other_info: row.own_other_info,
        },
      }));
    },
  };
}
