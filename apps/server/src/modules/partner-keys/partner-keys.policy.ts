// Permissions to list, add and revoke partner keys: admins, with no changes in demonstration mode.
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

export const partnerKeysPolicy = {
  listPartnerKeys: onlyAdmins,
  addPartnerKey: criticalEdits,
  revokePartnerKey: criticalEdits,
} as const;
