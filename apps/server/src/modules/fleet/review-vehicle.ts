// Review of changed vehicles: an approved driver who changes their vehicle gets no new tasks until an admin approves
// it.
import { isOtherVehicle } from '@kerb/domain/fleet';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Tx } from '../../kit/index.ts';
import { type DriverRecord, driversRepository } from './drivers.repository.ts';

/** Who changed the vehicle; a change by an admin needs no approval. */
export type ChangedBy = 'admin' | 'other';

export interface RecordVehicleChangeDeps {
  clock: Clock;
  settings: () => Promise<Pick<Settings, 'driver_approval'>>;
  userOf: (uid: string) => Promise<{ approved: boolean } | null>;
}

export type RecordVehicleChange = (
  tx: Tx,
  change: { before: DriverRecord; after: DriverRecord; by: ChangedBy },
) => Promise<void>;

/**
 * Whether the driver may get tasks with the vehicle; where drivers need no approval, vehicles need no approval either.
 */
export const isVehicleApproved = (
  { vehicleChangedAt }: Pick<DriverRecord, 'vehicleChangedAt'>,
  { driver_approval }: Pick<Settings, 'driver_approval'>,
): boolean => vehicleChangedAt === null || !driver_approval;

export function createRecordVehicleChange({
  clock,
  settings,
  userOf,
}: RecordVehicleChangeDeps): RecordVehicleChange {
  return async function recordVehicleChange(tx, { before, after, by }): Promise<void> {
    if (!isOtherVehicle(before, after)) return;
    if (by === 'admin') {
      await approveVehicle(tx, after.uid);
      return;
    }
    const { driver_approval: needsApproval } = await settings();
    // A driver who still waits for approval is reviewed together with the new vehicle.
    if (!needsApproval || !(await userOf(after.uid))?.approved) return;
    await driversRepository(tx).setVehicleChanged(after.uid, clock.now());
    await publishVehicleReview(tx, after, 'waiting');
  };
}

/** Approves the changed vehicle; false when there is no changed vehicle to approve. */
export async function approveVehicle(tx: Tx, uid: string): Promise<boolean> {
  const drivers = driversRepository(tx);
  const driver = await drivers.find(uid);
  if (driver === null || driver.vehicleChangedAt === null) return false;
  await drivers.setVehicleChanged(uid, null);
  await publishVehicleReview(tx, driver, 'approved');
  return true;
}

async function publishVehicleReview(
  tx: Tx,
  { uid }: DriverRecord,
  state: 'waiting' | 'approved',
): Promise<void> {
  await appendEvent(tx, { name: 'driver.vehicle_reviewed', topics: [], data: { uid, state } });
}
