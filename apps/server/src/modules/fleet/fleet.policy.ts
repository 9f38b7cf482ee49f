// Whose drivers somebody may see on the dashboard's map: everybody for admins, their own for fleet admins.
import { managedBy } from '@kerb/domain/identity';

/** One line a route. */
export const fleetPolicy = {
  liveDrivers: managedBy,
} as const;
