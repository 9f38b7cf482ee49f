// Permissions to change promos.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';

/** Changing and deleting a promo require AllowCriticalEditsAdmin; adding one does not (specification §5). */
export function guardCriticalEdits(settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
