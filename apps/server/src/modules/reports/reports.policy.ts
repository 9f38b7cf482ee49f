// Whose bookings a report counts: everybody's for admins, those their own drivers took for fleet admins.
import { managedBy } from '@kerb/domain/identity';

/** One line a route. */
export const reportsPolicy = {
  getDashboard: managedBy,
} as const;
