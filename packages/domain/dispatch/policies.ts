// Dispatch policies: which of the eligible drivers receive an offer now, and when it expires.
import { MS_PER_SECOND } from '../kernel/index.ts';
import type { DispatchPolicy } from '../settings/index.ts';

/** An eligible driver, with distance and travel time to the pickup. */
export interface Candidate {
  driver: string;
  distance_km: number;
  /** Seconds by road; null when the map service returned no route. */
  eta_secs: number | null;
  /** How many offers of this booking the driver has had before. */
  timesAsked: number;
}

export interface Offer {
  driver: string;
  /** The last moment to accept, ms since the epoch. */
  expiresAt: number;
}

export interface RoundTerms {
  /** ms since the epoch */
  now: number;
  /** settings.offerSeconds */
  offerSeconds: number;
}

/** Sooner first: by ETA where both are known, else by distance; a known ETA before none; then by id, for good. */
export function bySoonest(one: Candidate, other: Candidate): number {
  if (one.eta_secs !== null && other.eta_secs !== null && one.eta_secs !== other.eta_secs) {
    return one.eta_secs - other.eta_secs;
  }
  if ((one.eta_secs === null) !== (other.eta_secs === null)) return one.eta_secs === null ? 1 : -1;
  return one.distance_km - other.distance_km || (one.driver < other.driver ? -1 : 1);
}

const offerTo = ({ driver }: Candidate, { now, offerSeconds }: RoundTerms): Offer => ({
  driver,
  expiresAt: now + offerSeconds * MS_PER_SECOND,
});

/** Offers to all candidates at once, soonest first; the first to accept gets the booking. */
export function broadcast(candidates: readonly Candidate[], terms: RoundTerms): Offer[] {
  return candidates.toSorted(bySoonest).map((candidate) => offerTo(candidate, terms));
}

/** Offers to one driver: the soonest of those with the fewest offers, so that an unresponsive driver does not block others. */
export function nearestByEta(candidates: readonly Candidate[], terms: RoundTerms): Offer[] {
  const [first] = candidates.toSorted(
    (one, other) => one.timesAsked - other.timesAsked || bySoonest(one, other),
  );
  return first ? [offerTo(first, terms)] : [];
}

/** The offers of one round under the operator's policy. */
export function makeOffers(
  policy: DispatchPolicy,
  candidates: readonly Candidate[],
  terms: RoundTerms,
): Offer[] {
  switch (policy) {
    case 'broadcast':
      return broadcast(candidates, terms);
    case 'nearest':
      return nearestByEta(candidates, terms);
  }
}
