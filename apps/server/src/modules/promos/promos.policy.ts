// Who may change promos, and when.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';

/** Changing and deleting a promo need AllowCriticalEditsAdmin, adding one does not (specification §5). */
export function guardCriticalEdits(settings: Pick<Settings, 'AllowCriticalEditsAdmin'>): void {
  if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
}
