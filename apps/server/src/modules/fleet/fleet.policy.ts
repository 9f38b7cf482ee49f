// Whose drivers the dashboard's map shows: all for admins, their own for fleet admins.
import { managedBy } from '@kerb/domain/identity';

/** One line a route. */
export const fleetPolicy = {
  liveDrivers: managedBy,
} as const;
