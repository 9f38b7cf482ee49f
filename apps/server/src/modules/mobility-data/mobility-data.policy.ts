// Permissions to see and declare data for regulators: admins, with no changes in demonstration mode. Regulators use a
// key, whose scope the kit checks for each route.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';

function onlyAdmins(actor: Actor): void {
  if (actor.usertype !== 'admin') throw new DomainError('forbidden');
}

function criticalEdits(actor: Actor, settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  onlyAdmins(actor);
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}

export const mobilityDataPolicy = {
  getMobilityProvider: onlyAdmins,
  editMobilityProvider: criticalEdits,
  declareCarType: criticalEdits,
  listTripFiles: onlyAdmins,
  getTripFile: onlyAdmins,
} as const;
