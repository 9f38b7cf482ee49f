// Whose shifts a caller plans and reads: admins of all drivers, fleet admins of their own, drivers their own.
import { type ManagedScope, managedBy } from '@kerb/domain/identity';

/** One line a route. */
export const shiftsPolicy = {
  getRoster: managedBy,
  getShifts: managedBy,
  setShifts: managedBy,
  setShiftDay: managedBy,
} as const;

/** `fleetadmin`: of the driver. */
export const isInScope = (scope: ManagedScope, fleetadmin: string | null): boolean =>
  scope.of === 'all' || scope.fleetadmin === fleetadmin;
