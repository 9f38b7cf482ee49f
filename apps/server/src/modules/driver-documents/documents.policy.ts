// Permissions to see and change a driver's documents.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';

interface OwnedByFleet {
  uid: string;
  /** uid of the fleet admin the driver belongs to. */
  fleetadmin: string | null;
}

/** True for the driver, their fleet admin, and admins. */
export function mayUseDocuments(actor: Actor, driver: OwnedByFleet): boolean {
  switch (actor.usertype) {
    case 'admin':
      return true;
    case 'fleetadmin':
      return driver.fleetadmin === actor.uid;
    case 'driver':
      return driver.uid === actor.uid;
    case 'rider':
      return false;
  }
}

/** Pictures of another user's documents are hidden while critical edits are off, as in a public demonstration. */
export const showsPictures = (
  actor: Actor,
  uid: string,
  settings: { AllowCriticalEditsAdmin: boolean },
): boolean => actor.uid === uid || settings.AllowCriticalEditsAdmin;

/** Changing another user's documents is a critical edit. Throws `demo_mode` while critical edits are off. */
export function guardEdit(actor: Actor, uid: string, settings: { AllowCriticalEditsAdmin: boolean }): void {
  if (actor.uid !== uid && !settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
