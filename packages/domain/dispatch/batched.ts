// The `batched` policy: assigns all open requests to eligible drivers at once, at the least total cost in seconds.
import { assignDense, assignSparse, UNASSIGNED } from './assignment.ts';
import {
  type BatchCandidate,
  type BatchCost,
  type BatchRequest,
  type BatchTerms,
  batchCost,
  createPrices,
  secondsAhead,
} from './batch-cost.ts';
import { type Market, unknownMarket } from './local-need.ts';

/**
 * Batches of at most this many pairs are solved over all pairs; larger ones over the cheapest candidates of each
 * request.
 */
const DENSE_PAIRS = 40_000;

export interface BatchPair {
  booking: string;
  driver: string;
  cost: BatchCost;
  /** Maximum cost at which the request would have got a driver. */
  reach_secs: number;
}

/**
 * `no_candidates`: no eligible driver; `waits_for_nearer_driver`: no driver costs less than the reach; `drivers_taken`:
 * the drivers within reach were assigned to other requests; `waits_for_trip_end`: the best driver is on a trip that
 * ends too late for an offer now.
 */
export type UnassignedReason =
  | 'no_candidates'
  | 'waits_for_nearer_driver'
  | 'drivers_taken'
  | 'waits_for_trip_end';

export interface BatchPlan {
  pairs: BatchPair[];
  unassigned: { booking: string; reason: UnassignedReason }[];
}

interface PricedCandidate {
  driver: string;
  cost: BatchCost;
  /** The request may wait for this driver, who gets no offer yet. */
  isWaitedFor: boolean;
}

interface PricedRequest {
  booking: string;
  reach: number;
  /** Candidates within the reach, the cheapest first. */
  candidates: PricedCandidate[];
  /** Whether there were candidates before the reach was applied. */
  hadCandidates: boolean;
}

/** Sorts by the longest wait, then by id, so that the plan does not depend on the order of the input. */
function inOrder(requests: readonly BatchRequest[]): BatchRequest[] {
  const byBooking = new Map(requests.map((request) => [request.booking, request]));
  return [...byBooking.values()].sort(
    (one, other) => other.waited_secs - one.waited_secs || (one.booking < other.booking ? -1 : 1),
  );
}

const byCost = (one: PricedCandidate, other: PricedCandidate): number =>
  one.cost.total_secs - other.cost.total_secs || (one.driver < other.driver ? -1 : 1);

function priceRequests(
  requests: readonly BatchRequest[],
  candidatesOf: (request: BatchRequest) => readonly BatchCandidate[],
  terms: BatchTerms,
  market: Market,
): PricedRequest[] {
  const { priceAt, reachOf } = createPrices(market, requests.length, terms);
  const aheadSecs = secondsAhead(market, terms);
  const priceOf = new Map<string, number>();
  return requests.map((request) => {
    const reach = reachOf(request);
    const priced = new Map<string, PricedCandidate>();
    let hadCandidates = false;
    for (const candidate of candidatesOf(request)) {
      const { driver, free_in_secs, place } = candidate;
      if (free_in_secs > aheadSecs) continue;
      hadCandidates = true;
      const price = priceOf.get(driver) ?? priceAt(place);
      priceOf.set(driver, price);
      const cost = batchCost(candidate, price, terms);
      const isWaitedFor = candidate.noOfferYet === true || free_in_secs > terms.finishWithinSecs;
      if (cost.total_secs < reach) priced.set(driver, { driver, cost, isWaitedFor });
    }
    return { booking: request.booking, reach, candidates: [...priced.values()].sort(byCost), hadCandidates };
  });
}

/** Returns the chosen candidate of every request, in their order; undefined for none. */
function solve(requests: readonly PricedRequest[], terms: BatchTerms): (PricedCandidate | undefined)[] {
  const drivers = [
    ...new Set(requests.flatMap(({ candidates }) => candidates.map(({ driver }) => driver))),
  ].sort();
  const columnOf = new Map(drivers.map((driver, column) => [driver, column]));
  const unassigned = Float64Array.from(requests, ({ reach }) => reach);
  const columns = drivers.length;
  const rows = requests.length;
  if (rows * columns <= DENSE_PAIRS) {
    const costs = new Float64Array(rows * columns).fill(Number.POSITIVE_INFINITY);
    for (const [row, { candidates }] of requests.entries()) {
      for (const { driver, cost } of candidates)
        costs[row * columns + (columnOf.get(driver) ?? 0)] = cost.total_secs;
    }
    const assigned = assignDense({ rows, columns, costs, unassigned });
    return chosenOf(requests, assigned, drivers);
  }
  const lists = requests.map(({ candidates }) => candidates.slice(0, terms.candidatesPerRequest));
  const starts = new Int32Array(rows + 1);
  for (const [row, list] of lists.entries()) starts[row + 1] = (starts[row] ?? 0) + list.length;
  const all = lists.flat();
  const assigned = assignSparse({
    rows,
    columns,
    starts,
    candidates: Int32Array.from(all, ({ driver }) => columnOf.get(driver) ?? 0),
    costs: Float64Array.from(all, ({ cost }) => cost.total_secs),
    unassigned,
  });
  return chosenOf(requests, assigned, drivers);
}

const chosenOf = (
  requests: readonly PricedRequest[],
  assigned: Int32Array,
  drivers: readonly string[],
): (PricedCandidate | undefined)[] =>
  requests.map(({ candidates }, row) => {
    const column = assigned[row] ?? UNASSIGNED;
    return column === UNASSIGNED ? undefined : candidates.find(({ driver }) => driver === drivers[column]);
  });

/**
 * Repeats the assignment for requests without a driver, over the drivers outside of their candidate lists, until no
 * pair is added. Many requests at one corner have the same few drivers in their lists, while others are free a little
 * farther away.
 */
function solveInPasses(requests: readonly PricedRequest[], terms: BatchTerms): Map<string, PricedCandidate> {
  const chosen = new Map<string, PricedCandidate>();
  const used = new Set<string>();
  let open = [...requests];
  for (;;) {
    const before = chosen.size;
    for (const [index, candidate] of solve(open, terms).entries()) {
      const request = open[index];
      if (!request || !candidate) continue;
      chosen.set(request.booking, candidate);
      used.add(candidate.driver);
    }
    if (chosen.size === before) return chosen;
    open = open
      .filter(({ booking }) => !chosen.has(booking))
      .map((request) => ({
        ...request,
        candidates: request.candidates.filter(({ driver }) => !used.has(driver)),
      }))
      .filter(({ candidates }) => candidates.length > 0);
  }
}

/**
 * Assigns the open requests of one batch. `candidatesOf` returns the eligible drivers of a request: free drivers, and
 * drivers without a next trip whose current trip ends within `secondsAhead`. Every request and every driver is in at
 * most one pair. The result does not depend on the order of the input. Without a market, no driver is held back for
 * other riders.
 */
export function planBatch(
  requests: readonly BatchRequest[],
  candidatesOf: (request: BatchRequest) => readonly BatchCandidate[],
  terms: BatchTerms,
  market: Market = unknownMarket,
): BatchPlan {
  const priced = priceRequests(inOrder(requests), candidatesOf, terms, market);
  const chosen = solveInPasses(
    priced.filter(({ candidates }) => candidates.length > 0),
    terms,
  );
  const plan: BatchPlan = { pairs: [], unassigned: [] };
  for (const { booking, reach, candidates, hadCandidates } of priced) {
    const candidate = chosen.get(booking);
    if (candidate?.isWaitedFor) {
      plan.unassigned.push({ booking, reason: 'waits_for_trip_end' });
      continue;
    }
    if (candidate) {
      plan.pairs.push({ booking, driver: candidate.driver, cost: candidate.cost, reach_secs: reach });
      continue;
    }
    const beyondReach = hadCandidates ? 'waits_for_nearer_driver' : 'no_candidates';
    plan.unassigned.push({ booking, reason: candidates.length > 0 ? 'drivers_taken' : beyondReach });
  }
  return plan;
}
