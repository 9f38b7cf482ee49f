// Checks who may drive a shared vehicle: drivers, and for a fleet's vehicle only drivers of the fleet.
import { DomainError } from '@kerb/domain/kernel';
import type { VehiclesDeps } from './vehicles.deps.ts';
import type { VehicleRow } from './vehicles.tables.ts';

/** Throws `vehicle_not_allowed` when one of the users is not a driver or belongs to another fleet. */
export async function assertMayDrive(
  { identity, fleet }: Pick<VehiclesDeps, 'identity' | 'fleet'>,
  { fleetadmin }: Pick<VehicleRow, 'fleetadmin'>,
  drivers: readonly string[],
): Promise<void> {
  const [users, records] = await Promise.all([identity.usersOf(drivers), fleet.driversOf(drivers)]);
  for (const uid of drivers) {
    const isDriver = users.get(uid)?.usertype === 'driver';
    const isOfFleet = fleetadmin === null || records.get(uid)?.fleetadmin === fleetadmin;
    if (!isDriver || !isOfFleet) throw new DomainError('vehicle_not_allowed');
  }
}
