// Dispatch policies: which of the eligible drivers receive an offer now, and when it expires.
import { MS_PER_SECOND } from '../kernel/index.ts';
import type { DispatchPolicy } from '../settings/index.ts';

/** The policies that search for each booking by itself, round by round. */
export type RoundPolicy = Exclude<DispatchPolicy, 'batched'>;

/** An eligible driver, with distance and travel time to the pickup. */
export interface Candidate {
  driver: string;
  distance_km: number;
  /** Seconds by road; null when the map service returned no route. */
  eta_secs: number | null;
  /** How many offers of this booking the driver has had before. */
  timesAsked: number;
}

/** The offers of a round: the first `wanted` of the ranked drivers who may still get one. */
export interface OfferRound {
  /** Every candidate, the preferred first. */
  ranked: string[];
  /** At most this many of them get an offer. */
  wanted: number;
  /** The last moment to accept, ms since the epoch. */
  expiresAt: number;
}

export interface RoundTerms {
  /** ms since the epoch */
  now: number;
  /** settings.offerSeconds */
  offerSeconds: number;
  /** settings.broadcastLimit: the drivers that the first broadcast round asks; 0 for every candidate. */
  broadcastLimit: number;
  /** 1 for the first round that makes offers. */
  round: number;
  /** The driver planned for a later booking; null without one. */
  planned: string | null;
}

/** How many open offers of automatic dispatch a driver may have at a time, so that an offer is likely to be answered. */
export function maxOpenOffers(policy: DispatchPolicy): number {
  switch (policy) {
    case 'broadcast':
      return 3;
    case 'nearest':
    case 'batched':
      return 1;
  }
}

/** How many drivers a broadcast round asks: each round asks `broadcastLimit` more than the one before. */
export const broadcastSize = ({
  broadcastLimit,
  round,
}: Pick<RoundTerms, 'broadcastLimit' | 'round'>): number =>
  broadcastLimit === 0 ? Number.POSITIVE_INFINITY : broadcastLimit * round;

/** Sooner first: by ETA where both are known, else by distance; a known ETA before none; then by id, for good. */
export function bySoonest(one: Candidate, other: Candidate): number {
  if (one.eta_secs !== null && other.eta_secs !== null && one.eta_secs !== other.eta_secs) {
    return one.eta_secs - other.eta_secs;
  }
  if ((one.eta_secs === null) !== (other.eta_secs === null)) return one.eta_secs === null ? 1 : -1;
  return one.distance_km - other.distance_km || (one.driver < other.driver ? -1 : 1);
}

/** The order in which drivers get offers; under `nearest` those with the fewest offers come first, so that an unresponsive driver does not block others. */
function rank(policy: RoundPolicy, candidates: readonly Candidate[]): Candidate[] {
  switch (policy) {
    case 'broadcast':
      return candidates.toSorted(bySoonest);
    case 'nearest':
      return candidates.toSorted((one, other) => one.timesAsked - other.timesAsked || bySoonest(one, other));
  }
}

/** How many drivers a round asks at once; the first to accept gets the booking. */
export function roundSize(policy: RoundPolicy, terms: Pick<RoundTerms, 'broadcastLimit' | 'round'>): number {
  switch (policy) {
    case 'broadcast':
      return broadcastSize(terms);
    case 'nearest':
      return 1;
  }
}

/** The driver planned for a later booking, if they are eligible and have not had an offer of it: they are asked first. */
export const plannedFirst = <One extends Pick<Candidate, 'driver' | 'timesAsked'>>(
  candidates: readonly One[],
  planned: string | null,
): One | undefined => candidates.find(({ driver, timesAsked }) => driver === planned && timesAsked === 0);

/** The offers of one round under the operator's policy. A planned driver gets the first offer alone. */
export function planOfferRound(
  policy: RoundPolicy,
  candidates: readonly Candidate[],
  terms: RoundTerms,
): OfferRound {
  const first = plannedFirst(candidates, terms.planned)?.driver;
  const ranked = rank(policy, candidates).map(({ driver }) => driver);
  return {
    ranked: first === undefined ? ranked : [first, ...ranked.filter((driver) => driver !== first)],
    wanted: first === undefined ? roundSize(policy, terms) : 1,
    expiresAt: terms.now + terms.offerSeconds * MS_PER_SECOND,
  };
}
