// Evaluates the drivers around a pickup, nearest first, until enough are eligible, and computes their road travel times.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Candidate, DispatchedBooking, DispatchModuleDeps, FollowOnOffer } from './dispatch.deps.ts';
import {
  createEndingTrips,
  createFindFinishing,
  type EndingTrips,
  type FinishingCandidate,
  followOnWithin,
} from './finishing-drivers.ts';
import type { FindReserved, ReservableCandidate } from './reserved-drivers.ts';

export interface RankedCandidate extends Candidate {
  /**
   * Seconds until the driver can be at the pickup, including the rest of the current trip; null for ineligible drivers,
   * and when the map service returned no route.
   */
  eta_secs: number | null;
  /** For a driver on a trip: that trip, and the seconds until it ends, which `eta_secs` includes. */
  finishing: { trip: string; free_in_secs: number } | null;
}

export interface SearchTerms {
  /** The search ends when it has found this many eligible drivers. */
  limit: number;
  /** A driver with this many open offers of other bookings is ineligible. */
  maxOpenOffers: number;
  /** Drivers whose trip ends within this many seconds are candidates too; 0 excludes all drivers on a trip. */
  finishWithinSecs: number;
}

/** The drivers around a pickup that a search evaluated. */
export interface SearchResult {
  /** At most `limit` drivers, nearest first: the eligible ones, filled up with ineligible ones. */
  listed: Candidate[];
  /** Eligible drivers who finish a trip soon, nearest drop-off first. */
  finishing: FinishingCandidate[];
  /** The number of the other evaluated drivers by the first eligibility check they fail. */
  unlisted: Readonly<Record<string, number>>;
}

type SearchDeps = Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'booking' | 'clock' | 'maps' | 'logger'> & {
  /** Ending trips that several searches share; without it each search reads its own. */
  endingTrips?: EndingTrips;
  /** Finds drivers who would be late for a later booking; without it reservations are ignored. */
  findReserved?: FindReserved;
};

const byDistance = (one: Candidate, other: Candidate): number => one.distance_km - other.distance_km;

export function createSearchCandidates(deps: SearchDeps) {
  const { fleet, wallet, booking: bookings, clock, findReserved } = deps;

  /**
   * Adds the eligibility checks that the fleet module cannot make: declined this booking, blocked by wallet debt, too
   * many open offers, needed for a later booking.
   */
  async function withFurtherGates<One extends ReservableCandidate>(
    near: readonly One[],
    booking: DispatchedBooking,
    declined: ReadonlySet<string>,
    maxOpenOffers: number,
  ): Promise<One[]> {
    if (near.length === 0) return [];
    const free = near.filter(({ gate, driver }) => gate === null && !declined.has(driver));
    const uids = free.map(({ driver }) => driver);
    const [blocked, offers] = await Promise.all([
      wallet.blockedAmong(uids),
      bookings.countOpenOffers(uids, booking.id, clock.now()),
    ]);
    const failedGateOf = (driver: string): string | null => {
      if (declined.has(driver)) return 'declined';
      if (blocked.has(driver)) return 'wallet_blocked';
      return (offers.get(driver) ?? 0) >= maxOpenOffers ? 'offer_limit' : null;
    };
    const gated = near.map((one) => ({ ...one, gate: one.gate ?? failedGateOf(one.driver) }));
    const eligible = gated.filter(({ gate }) => gate === null);
    const reserved = findReserved ? await findReserved(booking, eligible) : new Set<string>();
    return gated.map((one) => (reserved.has(one.driver) ? { ...one, gate: 'reserved' } : one));
  }

  return async function searchCandidates(
    booking: DispatchedBooking,
    { limit, maxOpenOffers, finishWithinSecs }: SearchTerms,
  ): Promise<SearchResult> {
    const declined = new Set(await bookings.declinedBy(booking.id));
    const endingTrips = deps.endingTrips ?? createEndingTrips(deps);
    const findFinishing = createFindFinishing({ clock, fleet, endingTrips });
    const ending = await findFinishing(booking, finishWithinSecs);
    const gated = await withFurtherGates(ending, booking, declined, maxOpenOffers);
    const finishing = gated.filter(({ gate }) => gate === null);
    const isFinishing = new Set(finishing.map(({ driver }) => driver));
    const eligible: Candidate[] = [];
    const ineligible: Candidate[] = [];
    for await (const group of fleet.searchNear(booking.pickup, booking.car_type)) {
      for (const one of await withFurtherGates(group, booking, declined, maxOpenOffers)) {
        if (isFinishing.has(one.driver)) continue;
        if (one.gate !== null) ineligible.push(one);
        else if (eligible.length < limit) eligible.push(one);
      }
      if (eligible.length >= limit) break;
    }
    const room = Math.max(0, limit - eligible.length);
    const unlisted: Record<string, number> = {};
    for (const { gate } of ineligible.slice(room))
      if (gate !== null) unlisted[gate] = (unlisted[gate] ?? 0) + 1;
    return { listed: [...eligible, ...ineligible.slice(0, room)].sort(byDistance), finishing, unlisted };
  };
}

/**
 * Finds the drivers whom the next round could offer the booking to, on a trip that ends soon or free; used when a driver
 * declines. Includes drivers planned for a later booking, because the plan may change.
 */
export function createFindCandidates(
  deps: Omit<SearchDeps, 'findReserved'> & Pick<DispatchModuleDeps, 'settings'>,
) {
  const searchCandidates = createSearchCandidates(deps);
  return async function findCandidates(id: string): Promise<string[]> {
    const booking = await deps.booking.find(id);
    if (booking?.status !== 'NEW') return [];
    const { followOnSeconds } = await deps.settings.get();
    const { listed, finishing } = await searchCandidates(booking, {
      limit: ENOUGH_TO_GO_ON,
      // Includes drivers with offers of other bookings, because they are available again when those expire.
      maxOpenOffers: Number.POSITIVE_INFINITY,
      finishWithinSecs: followOnWithin(booking, followOnSeconds, deps.clock.now()),
    });
    return [...finishing, ...listed.filter(({ gate }) => gate === null)].map(({ driver }) => driver);
  };
}

/** More than one, because drivers who decline concurrently are still candidates in each other's search. */
const ENOUGH_TO_GO_ON = 40;

/** All candidates of a booking, nearest first, and the counts of the drivers who are not among them. */
export interface RankedCandidates {
  candidates: RankedCandidate[];
  unlisted: SearchResult['unlisted'];
}

/** Adds road travel times to the result of a search. */
export function createTimeCandidates({ maps, logger }: Pick<SearchDeps, 'maps' | 'logger'>) {
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

  /** The nearest eligible drivers up to `candidateLimit` get a travel time. */
  return async function timeCandidates(
    booking: DispatchedBooking,
    { listed, finishing, unlisted }: SearchResult,
    candidateLimit: number,
  ): Promise<RankedCandidates> {
    const eligible = listed.filter(({ gate }) => gate === null);
    const timed = [...finishing, ...eligible.slice(0, candidateLimit)];
    const seconds = await etas(timed, booking.pickup);
    const near = listed.map((one) => ({
      ...one,
      eta_secs: seconds.get(one.driver) ?? null,
      finishing: null,
    }));
    // Only with a known travel time: without it no pickup time can be promised.
    const followOns = finishing.flatMap(({ trip, free_in_secs, ...one }): RankedCandidate[] => {
      const secs = seconds.get(one.driver);
      return secs === undefined
        ? []
        : [{ ...one, eta_secs: free_in_secs + secs, finishing: { trip, free_in_secs } }];
    });
    return { candidates: [...near, ...followOns].sort(byDistance), unlisted };
  };
}

/** For the candidates on a trip: the trip that they finish first, and when they can be at the pickup. */
export function followOnOffers(
  candidates: readonly RankedCandidate[],
  now: number,
): Map<string, FollowOnOffer> {
  return new Map(
    candidates.flatMap(({ driver, eta_secs, finishing }) =>
      finishing === null || eta_secs === null
        ? []
        : [[driver, { follows: finishing.trip, pickup_at: now + eta_secs * MS_PER_SECOND }] as const],
    ),
  );
}
