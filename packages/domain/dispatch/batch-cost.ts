// Computes the cost in seconds of assigning a driver to a request, and the maximum cost of such a pair.
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

/**
 * An eligible driver of a request. For a driver on a trip, place, distance and ETA are those from the end of that trip.
 */
export interface BatchCandidate {
  driver: string;
  place: LatLng;
  distance_km: number;
  /**
   * Travel time by road in seconds; null when the map service returned no route, in which case ASSUMED_SECS_PER_KM is
   * used.
   */
  eta_secs: number | null;
  /** Estimated seconds until the driver's trip ends; 0 for a free driver. */
  free_in_secs: number;
  /** Seconds since the driver's last trip ended; 0 for a driver on a trip. */
  idle_secs: number;
  /** Number of earlier offers of this booking to the driver. */
  offerCount: number;
  /** The driver is driving to another rider's pickup: the request may wait for the driver, who gets no offer yet. */
  noOfferYet?: boolean;
}

export interface BatchTerms {
  /** Maximum cost of a pair (the reach) where drivers are not needed nearby. */
  reachSecs: number;
  /**
   * Maximum cost where drivers are certainly needed and few are free, because a nearer driver or rider is likely soon.
   */
  scarceReachSecs: number;
  /** Seconds added to the reach for each second that the request has waited, where drivers are not needed nearby. */
  longWaitWeight: number;
  /**
   * The same where drivers are certainly needed. Negative values avoid sending drivers far to riders who may cancel
   * before they arrive.
   */
  scarceLongWaitWeight: number;
  /** Lower limit of the reach for any waiting time, so that a driver nearby is always assigned. */
  minReachSecs: number;
  /** Share of the driving time to the pickup that is added for a driver who is certainly needed at their place. */
  needWeight: number;
  /** The need at a place is the probability that the requests of this period reach the number of free drivers there. */
  needWithinSecs: number;
  /** The need has full weight when at most this share of the drivers on duty is free, ... */
  fewFreeShare: number;
  /** ... and no weight from this share on. */
  manyFreeShare: number;
  /**
   * With fewer requests per hour in the whole city, the reach grows, because no nearer driver or rider is likely soon.
   */
  thinRequestsPerHour: number;
  /**
   * Share of the driving time to the pickup that is added when the number of open requests equals the number of drivers
   * on duty, because other riders wait.
   */
  queueWeight: number;
  /** Seconds added for each earlier offer of the booking that the driver did not accept. */
  declineSecs: number;
  /** Seconds subtracted for each second that the driver has been idle, for at most `idleMaxSecs`. */
  idleWeight: number;
  idleMaxSecs: number;
  /** Drivers whose trip ends within this time get offers; 0 limits offers to free drivers. */
  finishWithinSecs: number;
  /** In a city with few requests, a request may wait for a driver whose trip ends within this time. */
  lookAheadSecs: number;
  /** Seconds added for each second until the trip ends, because its end is an estimate. */
  finishWeight: number;
  /** Number of candidates of each request in a large batch: the cheapest ones. */
  candidatesPerRequest: number;
}

/** Chosen from the trade-offs measured in docs/dispatch.md. */
export const defaultBatchTerms: BatchTerms = {
  reachSecs: 850,
  scarceReachSecs: 420,
  longWaitWeight: 0,
  scarceLongWaitWeight: -1,
  minReachSecs: 100,
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

/** Maximum factor by which the reach grows in a city with few requests. */
const WIDEST = 10;

/** Terms of the cost of a pair, in seconds; `total_secs` is their sum. */
export interface BatchCost {
  /** Seconds from the driver's start to the pickup. */
  pickup_secs: number;
  /** True when no travel time was known, so that pickup_secs was computed from the distance. */
  pickup_assumed: boolean;
  /** Seconds until the driver's trip ends, plus the weight of its uncertainty. */
  finish_secs: number;
  declines_secs: number;
  /** 0 or less. */
  idle_secs: number;
  /** Value of the driver's time to other riders during the drive to the pickup. */
  driver_secs: number;
  total_secs: number;
}

/** Treats NaN and negative numbers as 0, so that one invalid value does not affect a whole batch. */
const atLeastZero = (value: number): number => (Number.isNaN(value) ? 0 : Math.max(value, 0));

/** `price`: value of one second of the driver's time to other riders, in seconds. */
export function batchCost(candidate: BatchCandidate, price: number, terms: BatchTerms): BatchCost {
  const { eta_secs } = candidate;
  const isKnown = eta_secs !== null && Number.isFinite(eta_secs);
  const pickup_secs = atLeastZero(isKnown ? eta_secs : candidate.distance_km * ASSUMED_SECS_PER_KM);
  const finish_secs = atLeastZero(candidate.free_in_secs) * (1 + terms.finishWeight);
  const declines_secs = atLeastZero(candidate.offerCount) * terms.declineSecs;
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

/** Interpolates between the value at need 0 and the value at need 1. */
const between = (need: number, without: number, certain: number): number =>
  without + (certain - without) * need;

/** Returns the maximum cost at which a request gets a driver now. `need`: the need at its pickup, 0 to 1. */
export function reachOf(waited_secs: number, need: number, terms: BatchTerms): number {
  const unwaited = between(need, terms.reachSecs, Math.min(terms.scarceReachSecs, terms.reachSecs));
  const weight = between(need, terms.longWaitWeight, terms.scarceLongWaitWeight);
  return Math.max(terms.minReachSecs, unwaited + weight * atLeastZero(waited_secs));
}

/** Returns the factor by which the reach grows because the city has few requests, from 1 to WIDEST. */
function thinnessOf({ recentPickups, recentSecs }: Market, { thinRequestsPerHour }: BatchTerms): number {
  if (recentSecs <= 0) return 1;
  const perHour = (recentPickups.length / recentSecs) * (MS_PER_HOUR / MS_PER_SECOND);
  return Math.min(WIDEST, Math.max(1, thinRequestsPerHour / perHour));
}

/** Returns the time in seconds within which a driver's trip must end for the driver to take part in a batch. */
export const secondsAhead = (market: Market, terms: BatchTerms): number =>
  Math.max(terms.finishWithinSecs, terms.lookAheadSecs * (1 - 1 / thinnessOf(market, terms)));

/** Returns 1 when few of the drivers on duty are free, 0 when many are or when the number is unknown. */
function shortageOf(market: Market, { fewFreeShare, manyFreeShare }: BatchTerms): number {
  if (market.driversOnDuty <= 0) return 0;
  const share = market.freeDrivers.length / market.driversOnDuty;
  if (share >= manyFreeShare) return 0;
  return Math.min(1, (manyFreeShare - share) / Math.max(manyFreeShare - fewFreeShare, Number.EPSILON));
}

/** Creates the prices of one batch from the need for drivers in each part of the city. */
export function createPrices(market: Market, openRequests: number, terms: BatchTerms) {
  const needAt = createLocalNeed(market, terms.needWithinSecs);
  const thinness = thinnessOf(market, terms);
  const shortage = shortageOf(market, terms) / thinness;
  const queue = market.driversOnDuty > 0 ? openRequests / market.driversOnDuty : 0;
  return {
    /** Returns the value of one second of a driver's time at this place to other riders, in seconds. */
    priceAt: (place: LatLng): number =>
      terms.queueWeight * queue + terms.needWeight * shortage * needAt(place),
    reachOf: ({ pickup, waited_secs }: BatchRequest): number =>
      thinness * reachOf(waited_secs, shortage * needAt(pickup), terms),
  };
}
