// Permissions on shared vehicles: admins for all, fleet admins for those of their fleet, drivers for those shared with
// them.
import { type ManagedScope, managedBy } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { VehicleRow } from './vehicles.tables.ts';

type Owned = Pick<VehicleRow, 'fleetadmin'>;

/** Throws `not_found` for a missing vehicle and for one outside the scope. */
export function requireManaged<Vehicle extends Owned>(actor: Actor, vehicle: Vehicle | null): Vehicle {
  const scope = managedBy(actor);
  if (vehicle === null || (scope.of === 'fleet' && vehicle.fleetadmin !== scope.fleetadmin))
    throw new DomainError('not_found');
  return vehicle;
}

export const vehiclesPolicy = {
  list: managedBy,
  /** The owner of the vehicle: a fleet admin's vehicles are always their own. */
  owner(actor: Actor, requested: string | null): string | null {
    const scope: ManagedScope = managedBy(actor);
    return scope.of === 'fleet' ? scope.fleetadmin : requested;
  },
  /** The driver who takes it: the caller, or the driver whom a manager chose. */
  takingDriver(actor: Actor, driver: string | undefined): string {
    if (actor.usertype === 'driver') {
      if (driver !== undefined && driver !== actor.uid) throw new DomainError('forbidden');
      return actor.uid;
    }
    managedBy(actor);
    if (driver === undefined)
      throw new DomainError('invalid_input', undefined, [{ path: 'driver', message: 'Choose a driver' }]);
    return driver;
  },
  /**
   * Only the driver agrees to a plan: they take the vehicle in the version that they saw, and a manager gives or hands
   * over a vehicle without a plan only.
   */
  guardPlan(
    { usertype }: Actor,
    { plan, version }: Pick<VehicleRow, 'plan' | 'version'>,
    seen: number | undefined,
  ): void {
    if (usertype !== 'driver') {
      if (plan !== 'none') throw new DomainError('vehicle_plan_not_agreed');
      return;
    }
    if (seen === undefined)
      throw new DomainError('invalid_input', undefined, [
        { path: 'version', message: 'Required for drivers' },
      ]);
    if (seen !== version) throw new DomainError('conflict');
  },
  own(actor: Actor): string {
    if (actor.usertype !== 'driver') throw new DomainError('forbidden');
    return actor.uid;
  },
} as const;
