// Permissions to change and send campaigns.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';

/** Sending notifications is a critical edit (specification §5). */
export function guardCriticalEdits(settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
