// Permissions to change languages.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';

/** Adding, changing, importing and deleting need AllowCriticalEditsAdmin (specification §5). */
export function guardCriticalEdits(settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
