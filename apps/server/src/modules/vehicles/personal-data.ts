// Erases a deleted account from shared vehicles, exports a driver's handovers, and checks whether there are vehicles to
// take.
import type { Tx } from '../../kit/index.ts';
import type { SharedVehicles } from '../fleet/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import { vehiclesRepository } from './vehicles.repository.ts';

export interface VehiclesApi extends SharedVehicles {
  /**
   * For the deletion of an account: a driver's vehicle becomes free; the vehicles of a fleet admin become the
   * platform's, without a plan.
   */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** For a driver's data export. */
  exportOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

export function createVehiclesApi({ db, clock }: Pick<VehiclesDeps, 'db' | 'clock'>): VehiclesApi {
  return {
    isSharedWith: (uid) => vehiclesRepository(db).isSharedWith(uid),
    async erasePerson(tx, uid) {
      await handoversRepository(tx).eraseDriver(uid, clock.now());
      await handoversRepository(tx).endPlansOf(uid);
      await vehiclesRepository(tx).removeDriver(uid);
      await vehiclesRepository(tx).leaveFleet(uid);
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
