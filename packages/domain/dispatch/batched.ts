// The `batched` policy: one assignment of all open requests to eligible drivers, at the least cost in seconds.
import { assignDense, assignSparse, UNASSIGNED } from './assignment.ts';

/** An open request: a NEW booking that is due for dispatch and has no open offer. */
export interface BatchRequest {
  booking: string;
  /** Seconds since the search for a driver began; a negative number (a clock that was set back) counts as 0. */
  waited_secs: number;
}

/** An eligible driver of a request. For a driver on a trip, distance and ETA are from the end of that trip. */
export interface BatchCandidate {
  driver: string;
  distance_km: number;
  /** Seconds by road; null when the map service returned no route, and ASSUMED_SECS_PER_KM is used. */
  eta_secs: number | null;
  /** Estimated seconds until the driver's trip ends; 0 for a free driver. */
  free_in_secs: number;
  /** Seconds since the driver's last trip ended; 0 for a driver on a trip. */
  idle_secs: number;
  /** How many offers of this booking the driver has had before. */
  timesAsked: number;
}

export interface BatchTerms {
  /** The highest cost of a pair while there are many free drivers for each request. */
  reachSecs: number;
  /** The highest cost of a pair never falls below this, however many requests there are for each free driver. */
  scarceReachSecs: number;
  /** Scarcity is this × other open requests for each free driver, see `scarcityOf`; the reach is divided by 1 + scarcity. */
  scarcityWeight: number;
  /** Seconds that the reach of a request grows for each second it has waited, while there is no scarcity. */
  longWaitWeight: number;
  /** The same at great scarcity; below 0, drivers are not sent far to riders who have waited long and may leave. */
  scarceLongWaitWeight: number;
  /** The reach of a request never falls below this, however long it has waited: a driver nearby always serves it. */
  leastReachSecs: number;
  /** Seconds added for each earlier offer of the booking that the driver did not accept. */
  declineSecs: number;
  /** Seconds taken off for each second that the driver has been idle, up to `idleMaxSecs` idle, without scarcity. */
  idleWeight: number;
  /** The same at great scarcity: a driver who stands idle while riders wait is sent farther and farther. */
  scarceIdleWeight: number;
  idleMaxSecs: number;
  /** Seconds added for each km of the pickup: what the driver's time and distance are worth beside the rider's wait. */
  distanceSecsPerKm: number;
  /** Drivers whose trip ends within this time are candidates; 0 for free drivers only. */
  finishWithinSecs: number;
  /** Seconds added for each second until the trip ends, because that end is an estimate. */
  finishWeight: number;
  /** Candidates of a request in a large batch: the cheapest of them. */
  candidatesPerRequest: number;
}

/** Chosen from the frontier in docs/dispatch.md. */
export const defaultBatchTerms: BatchTerms = {
  reachSecs: 700,
  scarceReachSecs: 300,
  scarcityWeight: 80,
  longWaitWeight: 1,
  scarceLongWaitWeight: -0.8,
  leastReachSecs: 100,
  declineSecs: 60,
  idleWeight: 0.01,
  scarceIdleWeight: 0.01,
  idleMaxSecs: 1200,
  distanceSecsPerKm: 50,
  finishWithinSecs: 300,
  finishWeight: 0.1,
  candidatesPerRequest: 30,
};

/** 20 km/h over a road 1.4 times as long as the straight line; used where no travel time is known. */
export const ASSUMED_SECS_PER_KM = (3600 / 20) * 1.4;

/** A batch of at most this many pairs is solved over all of them; a larger one over the cheapest of each request. */
const DENSE_PAIRS = 40_000;

/** The cost of a pair by term, in seconds; `total_secs` is their sum. */
export interface BatchCost {
  /** From the driver's start to the pickup. */
  pickup_secs: number;
  /** No travel time was known: pickup_secs was computed from the distance. */
  pickup_assumed: boolean;
  /** Until the driver's trip ends, with the weight of its uncertainty. */
  finish_secs: number;
  declines_secs: number;
  /** 0 or less. */
  idle_secs: number;
  distance_secs: number;
  total_secs: number;
}

export interface BatchPair {
  booking: string;
  driver: string;
  cost: BatchCost;
  /** The highest cost at which the request would have got a driver. */
  reach_secs: number;
}

/**
 * `no_candidates`: no eligible driver; `waits_for_nearer_driver`: all cost more than the reach;
 * `drivers_taken`: those within reach are better used for other requests.
 */
export type UnassignedReason = 'no_candidates' | 'waits_for_nearer_driver' | 'drivers_taken';

export interface BatchPlan {
  pairs: BatchPair[];
  unassigned: { booking: string; reason: UnassignedReason }[];
}

/** NaN counts as 0, so that one damaged number does not spoil a whole batch. */
const atLeastZero = (value: number): number => (Number.isNaN(value) ? 0 : Math.max(value, 0));

/** What it costs to send this driver to the request. */
export function batchCost(candidate: BatchCandidate, scarcity: number, terms: BatchTerms): BatchCost {
  const distance = atLeastZero(candidate.distance_km);
  const known = candidate.eta_secs !== null && Number.isFinite(candidate.eta_secs);
  const pickup_secs = known ? atLeastZero(candidate.eta_secs ?? 0) : distance * ASSUMED_SECS_PER_KM;
  const finish_secs = atLeastZero(candidate.free_in_secs) * (1 + terms.finishWeight);
  const declines_secs = atLeastZero(candidate.timesAsked) * terms.declineSecs;
  const idleWeight = weightAt(scarcity, terms.idleWeight, terms.scarceIdleWeight);
  const idle_secs = -idleWeight * Math.min(atLeastZero(candidate.idle_secs), terms.idleMaxSecs);
  const distance_secs = distance * terms.distanceSecsPerKm;
  return {
    pickup_secs,
    pickup_assumed: !known,
    finish_secs,
    declines_secs,
    idle_secs,
    distance_secs,
    total_secs: pickup_secs + finish_secs + declines_secs + idle_secs + distance_secs,
  };
}

interface PricedCandidate {
  driver: string;
  cost: BatchCost;
}

interface PricedRequest {
  booking: string;
  reach: number;
  /** The cheapest first; those beyond the reach are left out. */
  candidates: PricedCandidate[];
  /** There were candidates before the reach was applied. */
  hadCandidates: boolean;
}

/** Longest wait first, then by id: the plan must not depend on the order of the input. */
function inOrder(requests: readonly BatchRequest[]): BatchRequest[] {
  const byBooking = new Map(requests.map((request) => [request.booking, request]));
  return [...byBooking.values()].sort(
    (one, other) => other.waited_secs - one.waited_secs || (one.booking < other.booking ? -1 : 1),
  );
}

const byCost = (one: PricedCandidate, other: PricedCandidate): number =>
  one.cost.total_secs - other.cost.total_secs || (one.driver < other.driver ? -1 : 1);

/** Drivers are never held back for this few open requests: in a thin city no nearer driver is likely soon. */
const FEW_REQUESTS = 4;

/** How many requests, beyond a few, compete for each free driver, weighted. */
export const scarcityOf = (requests: number, freeDrivers: number, terms: BatchTerms): number =>
  (terms.scarcityWeight * Math.max(0, requests - FEW_REQUESTS)) / Math.max(1, freeDrivers);

/** A weight between its value without scarcity and its value at great scarcity. */
const weightAt = (scarcity: number, without: number, great: number): number =>
  (without + great * scarcity) / (1 + scarcity);

/**
 * The highest cost at which a request gets a driver now. It is lower at scarcity, because a driver who is sent far while
 * other requests wait serves fewer of them.
 */
export function reachOf(waited_secs: number, scarcity: number, terms: BatchTerms): number {
  const unwaited = Math.max(
    Math.min(terms.scarceReachSecs, terms.reachSecs),
    terms.reachSecs / (1 + scarcity),
  );
  const weight = weightAt(scarcity, terms.longWaitWeight, terms.scarceLongWaitWeight);
  return Math.max(terms.leastReachSecs, unwaited + weight * atLeastZero(waited_secs));
}

function priceRequests(
  requests: readonly BatchRequest[],
  candidatesOf: (request: BatchRequest) => readonly BatchCandidate[],
  terms: BatchTerms,
): PricedRequest[] {
  const freeDrivers = new Set<string>();
  const found = requests.map((request) => {
    const candidates = new Map(
      candidatesOf(request)
        .filter(({ free_in_secs }) => free_in_secs <= terms.finishWithinSecs)
        .map((candidate) => [candidate.driver, candidate]),
    );
    for (const { driver, free_in_secs } of candidates.values())
      if (free_in_secs <= 0) freeDrivers.add(driver);
    return { request, candidates };
  });
  const scarcity = scarcityOf(requests.length, freeDrivers.size, terms);
  return found.map(({ request, candidates }) => {
    const reach = reachOf(request.waited_secs, scarcity, terms);
    const priced = [...candidates.values()]
      .map((candidate) => ({ driver: candidate.driver, cost: batchCost(candidate, scarcity, terms) }))
      .filter(({ cost }) => cost.total_secs <= reach)
      .sort(byCost);
    return { booking: request.booking, reach, candidates: priced, hadCandidates: candidates.size > 0 };
  });
}

/** The chosen candidate of every request, in their order; undefined for none. */
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
 * Solves again for the requests without a driver, over the drivers that were in no list of theirs, until no pair is
 * added: many requests at one corner have the same few drivers in their lists, and others are free a little farther away.
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
    if (open.length === 0) return chosen;
  }
}

/**
 * Assigns the open requests of one batch. `candidatesOf` returns the eligible drivers of a request: free ones, and those
 * on a trip that ends within `finishWithinSecs` who have no next trip. Every request and every driver is in one pair at
 * most. The order of the input makes no difference.
 */
export function planBatch(
  requests: readonly BatchRequest[],
  candidatesOf: (request: BatchRequest) => readonly BatchCandidate[],
  terms: BatchTerms,
): BatchPlan {
  const priced = priceRequests(inOrder(requests), candidatesOf, terms);
  const chosen = solveInPasses(
    priced.filter(({ candidates }) => candidates.length > 0),
    terms,
  );
  const plan: BatchPlan = { pairs: [], unassigned: [] };
  for (const { booking, reach, candidates, hadCandidates } of priced) {
    const candidate = chosen.get(booking);
    if (candidate) {
      plan.pairs.push({ booking, driver: candidate.driver, cost: candidate.cost, reach_secs: reach });
      continue;
    }
    const beyondReach = hadCandidates ? 'waits_for_nearer_driver' : 'no_candidates';
    plan.unassigned.push({ booking, reason: candidates.length > 0 ? 'drivers_taken' : beyondReach });
  }
  return plan;
}
