// Use cases of admins and fleet admins: change a driver's vehicle, car type and fleet, and dissolve a fleet.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Tx, violatesForeignKey } from '../../kit/index.ts';
import { userTopics } from '../identity/index.ts';
import { type DriverChanges, type DriverRecord, driversRepository } from './drivers.repository.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import { publishCarTypeChanged, publishDriverChanged } from './end-duty.ts';
import type { ChangedBy, RecordVehicleChange } from './review-vehicle.ts';

export type DriverPatch = DriverChanges;

export interface SaveDriverDeps {
  carType: (id: string) => Promise<object | null>;
  userOf: (uid: string) => Promise<{ usertype: string; approved: boolean } | null>;
  recordVehicleChange: RecordVehicleChange;
  clock: { now(): number };
}

const unknown = (path: keyof DriverPatch, message: string): DomainError =>
  new DomainError('invalid_input', undefined, [{ path, message }]);

const noSuchCarType = () => unknown('carType', 'No such car type');

const vehicleColumns = ['carType', 'vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'] as const;

/** Throws `shared_vehicle` for changed details of a shared vehicle, which are changed on the vehicle itself. */
function guardSharedVehicle(before: DriverRecord, patch: DriverPatch): void {
  if (before.sharedVehicle === null) return;
  if (vehicleColumns.some((field) => patch[field] !== undefined && patch[field] !== before[field]))
    throw new DomainError('shared_vehicle');
}

/**
 * Throws `shared_vehicle` for the details of a shared vehicle, `driver_busy` when the car type changes on a trip, and
 * `invalid_input` for a car type or fleet admin that does not exist.
 */
export function createSaveDriver({ carType, userOf, recordVehicleChange, clock }: SaveDriverDeps) {
  return async function saveDriver(
    tx: Tx,
    uid: string,
    patch: DriverPatch,
    by: ChangedBy = 'admin',
  ): Promise<DriverRecord> {
    if (patch.carType && !(await carType(patch.carType))) throw noSuchCarType();
    if (patch.fleetadmin && (await userOf(patch.fleetadmin))?.usertype !== 'fleetadmin')
      throw unknown('fleetadmin', 'No such fleet admin');
    const drivers = driversRepository(tx);
    const before = await drivers.lockOrInsert(uid);
    guardSharedVehicle(before, patch);
    const isOther = patch.carType !== undefined && patch.carType !== before.carType;
    if (isOther && before.queue) throw new DomainError('driver_busy');
    const after = await drivers.change(uid, patch).catch((error: unknown) => {
      // The car type was deleted after the check above.
      throw violatesForeignKey(error, 'drivers_car_type_fkey') ? noSuchCarType() : error;
    });
    await recordVehicleChange(tx, { before, after, by });
    // Each period on duty counts for one fleet: the next position begins one of the new fleet.
    if (after.fleetadmin !== before.fleetadmin) await dutyPeriodsRepository(tx).end([uid], clock.now());
    if (isOther) await publishCarTypeChanged(tx, uid);
    await publishDriverChanged(tx, uid);
    return after;
  };
}

/** Notifies the fleet admin of a deleted driver. Call it before the driver's row is blanked. */
export async function publishDeletionToFleet(tx: Tx, uid: string): Promise<void> {
  const fleetadmin = (await driversRepository(tx).find(uid))?.fleetadmin ?? null;
  if (fleetadmin === null) return;
  const topics = [userTopics.fleet(fleetadmin)];
  await appendEvent(tx, { name: 'user.deleted', topics, data: { uid, usertype: 'driver' } });
}

/** Removes the fleet admin from all their drivers and ends their periods on duty; returns the drivers' uids. */
export async function dissolveFleet(tx: Tx, fleetadmin: string, now: number): Promise<string[]> {
  const drivers = await driversRepository(tx).dissolveFleet(fleetadmin);
  await dutyPeriodsRepository(tx).end(drivers, now);
  for (const uid of drivers) await publishDriverChanged(tx, uid);
  return drivers;
}
