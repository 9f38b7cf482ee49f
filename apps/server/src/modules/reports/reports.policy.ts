// Whose bookings a report counts.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

export type ReportScope = { of: 'all' } | { of: 'fleet'; fleetadmin: string };

/** Everything for admins, the bookings their own drivers took for fleet admins, nothing for anyone else. */
function scopeOf(actor: Actor): ReportScope {
  switch (actor.usertype) {
    case 'admin':
      return { of: 'all' };
    case 'fleetadmin':
      return { of: 'fleet', fleetadmin: actor.uid };
    case 'rider':
    case 'driver':
      throw new DomainError('forbidden');
  }
}

/** One line a route. */
export const reportsPolicy = {
  getDashboard: scopeOf,
} as const;
