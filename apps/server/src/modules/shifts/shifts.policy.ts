// Permissions to plan and read shifts: admins for all drivers, fleet admins for their own drivers, drivers for
// themselves.
import { type ManagedScope, managedBy } from '@kerb/domain/identity';

/** One line for each route. */
export const shiftsPolicy = {
  getRoster: managedBy,
  getShifts: managedBy,
  setShifts: managedBy,
  setShiftDay: managedBy,
} as const;

/** `fleetadmin`: uid of the driver's fleet admin. */
export const isInScope = (scope: ManagedScope, fleetadmin: string | null): boolean =>
  scope.of === 'all' || scope.fleetadmin === fleetadmin;
