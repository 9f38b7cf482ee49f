// What a pair of a request and a driver costs in seconds, and how much it may cost at most.
import type { LatLng } from '../geo/index.ts';
import { MS_PER_HOUR, MS_PER_SECOND } from '../kernel/index.ts';
import { createLocalNeed, type Market } from './local-need.ts';

/** An open request: a NEW booking that is due for dispatch and has no open offer. */
export interface BatchRequest {
  booking: string;
  pickup: LatLng;
  /** Seconds since the search for a driver began; a negative number (a clock that was set back) counts as 0. */
  waited_secs: number;
}

/** An eligible driver of a request. For a driver on a trip, place, distance and ETA are from the end of that trip. */
export interface BatchCandidate {
  driver: string;
  place: LatLng;
  distance_km: number;
  /** Seconds by road; null when the map service returned no route, and ASSUMED_SECS_PER_KM is used. */
  eta_secs: number | null;
  /** Estimated seconds until the driver's trip ends; 0 for a free driver. */
  free_in_secs: number;
  /** Seconds since the driver's last trip ended; 0 for a driver on a trip. */
  idle_secs: number;
  /** How many offers of this booking the driver has had before. */
  timesAsked: number;
  /** The driver drives to an earlier rider's pickup: a request may wait for them, but they get no offer yet. */
  noOfferYet?: boolean;
}

export interface BatchTerms {
  /** The highest cost of a pair where drivers are not needed nearby. */
  reachSecs: number;
  /** The same where the need is certain and few drivers are free: a nearer driver or rider is likely soon. */
  scarceReachSecs: number;
  /** Seconds that the reach grows for each second the request has waited, where drivers are not needed nearby. */
  longWaitWeight: number;
  /** The same where the need is certain; below 0, drivers are not sent far to riders who may leave before they arrive. */
  scarceLongWaitWeight: number;
  /** The reach never falls below this, however long the request has waited: a driver nearby always serves it. */
  leastReachSecs: number;
  /** Part of the driving time to the pickup that is added for a driver who is certain to be needed where they are. */
  needWeight: number;
  /** The need at a place is the chance that the requests of this time will be as many as the free drivers there. */
  needWithinSecs: number;
  /** The need counts in full when at most this share of the drivers on duty is free, ... */
  fewFreeShare: number;
  /** ... and not at all from this share on. */
  manyFreeShare: number;
  /** Below so many requests an hour in the whole city, the reach grows: no nearer driver or rider is likely soon. */
  thinRequestsPerHour: number;
  /** Part of the driving time to the pickup added when as many requests are open as drivers are on duty: others wait. */
  queueWeight: number;
  /** Seconds added for each earlier offer of the booking that the driver did not accept. */
  declineSecs: number;
  /** Seconds taken off for each second that the driver has been idle, up to `idleMaxSecs` idle. */
  idleWeight: number;
  idleMaxSecs: number;
  /** Drivers whose trip ends within this time get offers; 0 for free drivers only. */
  finishWithinSecs: number;
  /** In a thin city, a request may wait for a driver whose trip ends within this time. */
  lookAheadSecs: number;
  /** Seconds added for each second until the trip ends, because that end is an estimate. */
  finishWeight: number;
  /** Candidates of a request in a large batch: the cheapest of them. */
  candidatesPerRequest: number;
}

/** Chosen from the frontier in docs/dispatch.md. */
export const defaultBatchTerms: BatchTerms = {
  reachSecs: 850,
  scarceReachSecs: 420,
  longWaitWeight: 0,
  scarceLongWaitWeight: -1,
  leastReachSecs: 100,
  needWeight: 0.8,
  needWithinSecs: 1200,
  fewFreeShare: 0.5,
  manyFreeShare: 0.6,
  thinRequestsPerHour: 100,
  queueWeight: 1,
  declineSecs: 60,
  idleWeight: 0.01,
  idleMaxSecs: 1200,
  finishWithinSecs: 300,
  lookAheadSecs: 2400,
  finishWeight: 0.1,
  candidatesPerRequest: 30,
};

/** 20 km/h over a road 1.4 times as long as the straight line; used where no travel time is known. */
export const ASSUMED_SECS_PER_KM = (3600 / 20) * 1.4;

/** In the thinnest city the reach is so many times as wide. */
const WIDEST = 10;

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
  /** What the driver's time is worth to other riders while they drive to the pickup. */
  driver_secs: number;
  total_secs: number;
}

/** Damaged and negative numbers count as 0, so that one of them does not spoil a whole batch. */
const atLeastZero = (value: number): number => (Number.isNaN(value) ? 0 : Math.max(value, 0));

/** `price`: what a second of the driver's time is worth to other riders, in seconds. */
export function batchCost(candidate: BatchCandidate, price: number, terms: BatchTerms): BatchCost {
  const { eta_secs } = candidate;
  const isKnown = eta_secs !== null && Number.isFinite(eta_secs);
  const pickup_secs = atLeastZero(isKnown ? eta_secs : candidate.distance_km * ASSUMED_SECS_PER_KM);
  const finish_secs = atLeastZero(candidate.free_in_secs) * (1 + terms.finishWeight);
  const declines_secs = atLeastZero(candidate.timesAsked) * terms.declineSecs;
  const idle_secs = -terms.idleWeight * Math.min(atLeastZero(candidate.idle_secs), terms.idleMaxSecs);
  const driver_secs = price * pickup_secs;
  return {
    pickup_secs,
    pickup_assumed: !isKnown,
    finish_secs,
    declines_secs,
    idle_secs,
    driver_secs,
    total_secs: pickup_secs + finish_secs + declines_secs + idle_secs + driver_secs,
  };
}

/** The value at need 0, at need 1, or between the two. */
const between = (need: number, without: number, certain: number): number =>
  without + (certain - without) * need;

/** The highest cost at which a request gets a driver now. `need`: at its pickup, 0 to 1. */
export function reachOf(waited_secs: number, need: number, terms: BatchTerms): number {
  const unwaited = between(need, terms.reachSecs, Math.min(terms.scarceReachSecs, terms.reachSecs));
  const weight = between(need, terms.longWaitWeight, terms.scarceLongWaitWeight);
  return Math.max(terms.leastReachSecs, unwaited + weight * atLeastZero(waited_secs));
}

/** How many times wider the reach is because the city is thin: from 1 to WIDEST. */
function thinnessOf({ recentPickups, recentSecs }: Market, { thinRequestsPerHour }: BatchTerms): number {
  if (recentSecs <= 0) return 1;
  const perHour = (recentPickups.length / recentSecs) * (MS_PER_HOUR / MS_PER_SECOND);
  return Math.min(WIDEST, Math.max(1, thinRequestsPerHour / perHour));
}

/** Drivers whose trip ends within this time take part in a batch. */
export const secondsAhead = (market: Market, terms: BatchTerms): number =>
  Math.max(terms.finishWithinSecs, terms.lookAheadSecs * (1 - 1 / thinnessOf(market, terms)));

/** 1 when few of the drivers on duty are free, 0 when many are or when it is not known. */
function shortageOf(market: Market, { fewFreeShare, manyFreeShare }: BatchTerms): number {
  if (market.driversOnDuty <= 0) return 0;
  const share = market.freeDrivers.length / market.driversOnDuty;
  if (share >= manyFreeShare) return 0;
  return Math.min(1, (manyFreeShare - share) / Math.max(manyFreeShare - fewFreeShare, Number.EPSILON));
}

/** How much drivers are needed in each part of the city, for the prices of one batch. */
export function createPrices(market: Market, openRequests: number, terms: BatchTerms) {
  const needAt = createLocalNeed(market, terms.needWithinSecs);
  const thinness = thinnessOf(market, terms);
  const shortage = shortageOf(market, terms) / thinness;
  const queue = market.driversOnDuty > 0 ? openRequests / market.driversOnDuty : 0;
  return {
    /** What a second of a driver's time at this place is worth to other riders, in seconds. */
    priceAt: (place: LatLng): number =>
      terms.queueWeight * queue + terms.needWeight * shortage * needAt(place),
    reachOf: ({ pickup, waited_secs }: BatchRequest): number =>
      thinness * reachOf(waited_secs, shortage * needAt(pickup), terms),
  };
}
