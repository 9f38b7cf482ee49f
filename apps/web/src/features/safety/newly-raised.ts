// Which alerts an admin has not been told of yet.
import type { SafetyAlert } from '@kerb/contract';

type Told = Pick<SafetyAlert, 'id' | 'times'>;

/** Those that are new, or were raised again; at the first reading (null) those that stand open are no news. */
export function newlyRaised<Alert extends Told>(
  before: readonly Told[] | null,
  now: readonly Alert[],
): readonly Alert[] {
  if (before === null) return [];
  const times = new Map(before.map((alert) => [alert.id, alert.times]));
  return now.filter(({ id, times: count }) => count > (times.get(id) ?? 0));
}
