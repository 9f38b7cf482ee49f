// Whom a vehicle can be shared with: drivers, and of a fleet's vehicle only those of the fleet.
import { DomainError } from '@kerb/domain/kernel';
import type { VehiclesDeps } from './vehicles.deps.ts';
import type { VehicleRow } from './vehicles.tables.ts';

/** Throws `vehicle_not_allowed` when one of them is no driver or of another fleet. */
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
