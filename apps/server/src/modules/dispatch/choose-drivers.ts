// Which of the eligible drivers are asked in a round: the assignment policies, pure.
import type { DispatchPolicy } from '@kerb/domain/settings';

/** An eligible driver with what it costs to send them. */
export interface Candidate {
  driver: string;
  /** Great-circle km to the pickup. */
  distance_km: number;
  /** Seconds by road; null when the road is not known. */
  eta_secs: number | null;
  /** In how many earlier rounds of this booking they were asked. */
  timesAsked: number;
}

/** The driver who is sent soonest comes first; where two are alike, always the same one. */
function compareCost(a: Candidate, b: Candidate): number {
  const byRoad = (a.eta_secs ?? Number.POSITIVE_INFINITY) - (b.eta_secs ?? Number.POSITIVE_INFINITY);
  // Infinity less Infinity is no number: both roads unknown.
  if (byRoad !== 0 && !Number.isNaN(byRoad)) return byRoad;
  if (a.distance_km !== b.distance_km) return a.distance_km - b.distance_km;
  return a.driver < b.driver ? -1 : 1;
}

/** broadcast: everybody at once. nearest: one, the soonest of those asked least often so far. */
export function chooseDrivers(policy: DispatchPolicy, candidates: readonly Candidate[]): string[] {
  switch (policy) {
    case 'broadcast':
      return candidates.toSorted(compareCost).map(({ driver }) => driver);
    case 'nearest':
      return candidates
        .toSorted((a, b) => a.timesAsked - b.timesAsked || compareCost(a, b))
        .slice(0, 1)
        .map(({ driver }) => driver);
  }
}
