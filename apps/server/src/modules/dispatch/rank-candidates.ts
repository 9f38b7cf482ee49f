// Evaluates the drivers around a pickup, nearest first, until enough are eligible, and computes their road travel times.
import type { LatLng } from '@kerb/domain/geo';
import type { Candidate, DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';

export interface RankedCandidate extends Candidate {
  /** Seconds by road; null for ineligible drivers, and where the map service returned no route. */
  eta_secs: number | null;
}

export interface SearchTerms {
  /** The search ends when it has found this many eligible drivers. */
  limit: number;
  /** How many open offers of other bookings make a driver ineligible. */
  maxOpenOffers: number;
}

/** The drivers around a pickup that a search evaluated. */
export interface SearchResult {
  /** At most `limit` drivers, nearest first: the eligible ones, and as many ineligible ones as there is room for. */
  listed: Candidate[];
  /** The number of the other evaluated drivers by the first eligibility check they fail. */
  unlisted: Readonly<Record<string, number>>;
}

type SearchDeps = Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'booking' | 'clock'>;

const byDistance = (one: Candidate, other: Candidate): number => one.distance_km - other.distance_km;

export function createSearchCandidates({ fleet, wallet, booking: bookings, clock }: SearchDeps) {
  /** Adds the checks that fleet cannot make: declined this booking, blocked by their wallet's debt, enough offers. */
  async function withFurtherGates(
    near: readonly Candidate[],
    booking: string,
    declined: ReadonlySet<string>,
    maxOpenOffers: number,
  ): Promise<Candidate[]> {
    const free = near.filter(({ gate, driver }) => gate === null && !declined.has(driver));
    const uids = free.map(({ driver }) => driver);
    const [blocked, offers] = await Promise.all([
      wallet.blockedAmong(uids),
      bookings.openOffersOf(uids, booking, clock.now()),
    ]);
    const furtherGate = (driver: string): string | null => {
      if (declined.has(driver)) return 'declined';
      if (blocked.has(driver)) return 'wallet_blocked';
      return (offers.get(driver) ?? 0) >= maxOpenOffers ? 'offer_limit' : null;
    };
    return near.map((one) => ({ ...one, gate: one.gate ?? furtherGate(one.driver) }));
  }

  return async function searchCandidates(
    booking: DispatchedBooking,
    { limit, maxOpenOffers }: SearchTerms,
  ): Promise<SearchResult> {
    const declined = new Set(await bookings.declinedBy(booking.id));
    const eligible: Candidate[] = [];
    const ineligible: Candidate[] = [];
    for await (const group of fleet.searchNear(booking.pickup, booking.car_type)) {
      for (const one of await withFurtherGates(group, booking.id, declined, maxOpenOffers)) {
        if (one.gate !== null) ineligible.push(one);
        else if (eligible.length < limit) eligible.push(one);
      }
      if (eligible.length >= limit) break;
    }
    const room = Math.max(0, limit - eligible.length);
    const unlisted: Record<string, number> = {};
    for (const { gate } of ineligible.slice(room))
      if (gate !== null) unlisted[gate] = (unlisted[gate] ?? 0) + 1;
    return { listed: [...eligible, ...ineligible.slice(0, room)].sort(byDistance), unlisted };
  };
}

/** The drivers that the next round of the booking could offer it to; used when a driver declines. */
export function createFindCandidates(deps: SearchDeps) {
  const searchCandidates = createSearchCandidates(deps);
  return async function findCandidates(id: string): Promise<string[]> {
    const booking = await deps.booking.find(id);
    if (booking?.status !== 'NEW') return [];
    // Drivers with offers of other bookings count: they are free again when those expire.
    const terms = { limit: ENOUGH_TO_GO_ON, maxOpenOffers: Number.POSITIVE_INFINITY };
    const { listed } = await searchCandidates(booking, terms);
    return listed.filter(({ gate }) => gate === null).map(({ driver }) => driver);
  };
}

/** Drivers who decline at the same moment are still candidates in each other's search, so one is not enough. */
const ENOUGH_TO_GO_ON = 40;

type RankDeps = SearchDeps &
  Pick<DispatchModuleDeps, 'logger'> & { maps: Pick<DispatchModuleDeps['maps'], 'arrivalTimes'> };

export function createRankCandidates(deps: RankDeps) {
  const { maps, logger } = deps;
  const searchCandidates = createSearchCandidates(deps);

  /** Seconds by road, by driver; empty when the map service fails: candidates are then ranked by distance. */
  async function etas(drivers: readonly Candidate[], pickup: LatLng): Promise<Map<string, number>> {
    if (drivers.length === 0) return new Map();
    try {
      const routes = await maps.arrivalTimes(drivers, pickup);
      return new Map(
        drivers.flatMap(({ driver }, index) => {
          const route = routes[index];
          return route ? [[driver, Math.round(route.time_in_secs)] as const] : [];
        }),
      );
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for dispatch; ranking by distance');
      return new Map();
    }
  }

  /** `candidateLimit`: settings.candidateLimit; the nearest drivers up to it get a road travel time. */
  return async function rankCandidates(
    booking: DispatchedBooking,
    terms: SearchTerms & { candidateLimit: number },
  ): Promise<{ candidates: RankedCandidate[]; unlisted: SearchResult['unlisted'] }> {
    const { listed, unlisted } = await searchCandidates(booking, terms);
    const eligible = listed.filter(({ gate }) => gate === null);
    const seconds = await etas(eligible.slice(0, terms.candidateLimit), booking.pickup);
    const candidates = listed.map((one) => ({ ...one, eta_secs: seconds.get(one.driver) ?? null }));
    return { candidates, unlisted };
  };
}
