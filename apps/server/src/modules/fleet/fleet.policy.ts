// Whose drivers somebody may see on the dashboard's map.
import type { Actor } from '../../kit/index.ts';

export type DriverScope = { of: 'all' } | { of: 'fleet'; fleetadmin: string } | { of: 'none' };

/** Admins see every driver, fleet admins their own, anyone else nobody. */
export function liveDriverScope(actor: Actor): DriverScope {
  switch (actor.usertype) {
    case 'admin':
      return { of: 'all' };
    case 'fleetadmin':
      return { of: 'fleet', fleetadmin: actor.uid };
    case 'rider':
    case 'driver':
      return { of: 'none' };
  }
}
