// Who may change what admins write to people, and when.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';

/** "notifications sent" are among the critical edits (specification §5). */
export function guardCriticalEdits(settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
