// Dispatch policies: of the eligible drivers, who is asked now, and until when they may answer.
import { MS_PER_SECOND } from '../kernel/index.ts';
import type { DispatchPolicy } from '../settings/index.ts';

/** An eligible driver, with what it takes to reach the pickup. */
export interface Candidate {
  driver: string;
  distance_km: number;
  /** By road; null when the map service could not tell. */
  eta_secs: number | null;
  /** How often this driver was asked to take this booking before. */
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

/** Everybody is asked at once, soonest first; the first to accept has the booking. */
export function broadcast(candidates: readonly Candidate[], terms: RoundTerms): Offer[] {
  return candidates.toSorted(bySoonest).map((candidate) => offerTo(candidate, terms));
}

/** One driver is asked: the soonest of those asked least often, so that nobody is passed over while one sleeps. */
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
