// Finds the alerts that have not been announced to an admin yet.
import type { SafetyAlert } from '@kerb/contract';

type Raised = Pick<SafetyAlert, 'id' | 'times'>;

/** Alerts that are new or were raised again since `before`; empty on the first load (`before` null). */
export function findNewAlerts<Alert extends Raised>(
  before: readonly Raised[] | null,
  now: readonly Alert[],
): readonly Alert[] {
  if (before === null) return [];
  const times = new Map(before.map((alert) => [alert.id, alert.times]));
  return now.filter(({ id, times: count }) => count > (times.get(id) ?? 0));
}
