// Finds the alerts that have not been announced to an admin yet, and chooses the one to announce.
import type { SafetyAlert } from '@kerb/contract';
import { alertRank } from '@kerb/domain/safety';

type Raised = Pick<SafetyAlert, 'id' | 'times' | 'lastAt'>;

/** The first page of the open alerts, the most urgent first. */
export interface LoadedAlerts<Alert extends Raised> {
  readonly items: readonly Alert[];
  /** Number of all open alerts, of which the page may have only some. */
  readonly open: number;
}

/**
 * Alerts that are new or were raised again since `before`; empty on the first load (`before` null). An older alert that
 * moves up from the second page, because one on the first was resolved, is not new.
 */
export function findNewAlerts<Alert extends Raised>(
  before: LoadedAlerts<Raised> | null,
  now: readonly Alert[],
): readonly Alert[] {
  if (before === null) return [];
  const times = new Map(before.items.map((alert) => [alert.id, alert.times]));
  const hadMore = before.open > before.items.length;
  // An alert above one that was on the page would have been on it too.
  const lastKnown = now.findLastIndex(({ id }) => times.has(id));
  const latest = Math.max(...before.items.map(({ lastAt }) => lastAt));
  return now.filter(({ id, times: count, lastAt }, index) => {
    const known = times.get(id);
    if (known !== undefined) return count > known;
    return !hadMore || index < lastKnown || lastAt > latest;
  });
}

/**
 * The alert to show: the most urgent of those raised, unless the one that is still shown is more urgent. An alert that was
 * resolved is no longer shown.
 */
export function alertToShow<Alert extends Pick<SafetyAlert, 'id' | 'kind'>>(
  shown: Alert | null,
  raised: readonly Alert[],
  open: readonly Alert[],
): Alert | null {
  const stillOpen = open.filter(({ id }) => id === shown?.id);
  const [chosen = null] = [...raised, ...stillOpen].toSorted(
    (one, other) => alertRank(one.kind) - alertRank(other.kind),
  );
  return chosen;
}
