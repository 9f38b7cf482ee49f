// Dispatch policies: select the eligible drivers who receive an offer now, and when the offers expire.
import { MS_PER_SECOND } from '../kernel/index.ts';
import type { DispatchPolicy } from '../settings/index.ts';

/** Policies that search for each booking separately, in rounds. */
export type RoundPolicy = Exclude<DispatchPolicy, 'batched'>;

/** An eligible driver, with distance and travel time to the pickup. */
export interface EligibleDriver {
  driver: string;
  distance_km: number;
  /** Seconds by road; null when the map service returned no route. */
  eta_secs: number | null;
  /** Number of earlier offers of this booking to the driver. */
  offerCount: number;
}

/** Offers of a round: to the first `wanted` of the ranked drivers who can still get one. */
export interface OfferRound {
  /** All candidates, the preferred ones first. */
  ranked: string[];
  /** Maximum number of offers of the round. */
  wanted: number;
  /** Last time to accept, ms since the epoch. */
  expiresAt: number;
}

export interface RoundTerms {
  /** ms since the epoch */
  now: number;
  /** settings.offerSeconds */
  offerSeconds: number;
  /** settings.broadcastLimit: number of drivers in the first broadcast round; 0 for every candidate. */
  broadcastLimit: number;
  /** Number of the round, 1 for the first one that sends offers. */
  round: number;
  /** The driver planned for a later booking; null without one. */
  planned: string | null;
}

/**
 * Returns the maximum number of open offers of automatic dispatch that a driver can have, so that offers are likely to
 * be answered.
 */
export function maxOpenOffers(policy: DispatchPolicy): number {
  switch (policy) {
    case 'broadcast':
      return 3;
    case 'nearest':
    case 'batched':
      return 1;
  }
}

/** Returns the number of drivers in a broadcast round: each round adds `broadcastLimit` drivers to the one before. */
export const broadcastSize = ({
  broadcastLimit,
  round,
}: Pick<RoundTerms, 'broadcastLimit' | 'round'>): number =>
  broadcastLimit === 0 ? Number.POSITIVE_INFINITY : broadcastLimit * round;

/**
 * Sorts by ETA where both are known, else by distance; a known ETA comes before an unknown one; ties are broken by id.
 */
export function bySoonest(one: EligibleDriver, other: EligibleDriver): number {
  if (one.eta_secs !== null && other.eta_secs !== null && one.eta_secs !== other.eta_secs) {
    return one.eta_secs - other.eta_secs;
  }
  if ((one.eta_secs === null) !== (other.eta_secs === null)) return one.eta_secs === null ? 1 : -1;
  return one.distance_km - other.distance_km || (one.driver < other.driver ? -1 : 1);
}

/**
 * Sorts the drivers in the order in which they get offers. Under `nearest`, drivers with the fewest earlier offers come
 * first, so that an unresponsive driver does not block others.
 */
function rank(policy: RoundPolicy, candidates: readonly EligibleDriver[]): EligibleDriver[] {
  switch (policy) {
    case 'broadcast':
      return candidates.toSorted(bySoonest);
    case 'nearest':
      return candidates.toSorted((one, other) => one.offerCount - other.offerCount || bySoonest(one, other));
  }
}

/** Returns how many drivers get an offer in a round; the first to accept gets the booking. */
export function roundSize(policy: RoundPolicy, terms: Pick<RoundTerms, 'broadcastLimit' | 'round'>): number {
  switch (policy) {
    case 'broadcast':
      return broadcastSize(terms);
    case 'nearest':
      return 1;
  }
}

/**
 * Returns the driver planned for a later booking if they are eligible and have had no offer of it; this driver gets the
 * first offer.
 */
export const plannedFirst = <One extends Pick<EligibleDriver, 'driver' | 'offerCount'>>(
  candidates: readonly One[],
  planned: string | null,
): One | undefined => candidates.find(({ driver, offerCount }) => driver === planned && offerCount === 0);

/** Plans the offers of one round under the operator's policy. A planned driver gets the first offer alone. */
export function planOfferRound(
  policy: RoundPolicy,
  candidates: readonly EligibleDriver[],
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
