// Defines which users an account manages: admins all users, fleet admins the drivers of their fleet, riders and drivers
// no users.
import { DomainError } from '../kernel/index.ts';
import type { Usertype } from './user.schema.ts';

/** `fleetadmin` is the uid stored with the drivers of a fleet, and with the bookings of these drivers. */
export type ManagedScope = { readonly of: 'all' } | { readonly of: 'fleet'; readonly fleetadmin: string };

/** Throws `forbidden` for riders and drivers. */
export function managedBy(actor: { readonly uid: string; readonly usertype: Usertype }): ManagedScope {
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
