// Authorisation of the dashboard's map: admins see all drivers, fleet admins their own.
import { managedBy } from '@kerb/domain/identity';

/** One line for each route. */
export const fleetPolicy = {
  liveDrivers: managedBy,
} as const;
