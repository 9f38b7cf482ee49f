// Computes when offers for a later booking begin: early enough for the nearest driver to arrive in time, and not
// earlier.
import { MS_PER_MINUTE, MS_PER_SECOND } from '../kernel/index.ts';

/** How long before a later booking dispatch first ranks the drivers nearby; no offer is made earlier. */
export const LOOK_AHEAD_MS = 45 * MS_PER_MINUTE;
/**
 * Margin added to the travel time to the pickup, for drivers who decline and for the time that the accepting driver
 * needs to leave.
 */
export const ASK_MARGIN_MS = 10 * MS_PER_MINUTE;
/** Default travel time to the pickup while no eligible driver is nearby or no route is known. */
export const ASSUMED_ETA_SECS = 20 * 60;
/** Interval of the estimates before offers begin. */
export const REESTIMATE_INTERVAL_MS = 3 * MS_PER_MINUTE;
/** A booking without a driver this long after its time is cancelled. */
export const OVERDUE_AFTER_MS = 60 * MS_PER_MINUTE;
/** A driver with an accepted later booking is reminded to leave this long before the travel time requires it. */
export const LEAVE_MARGIN_MS = 5 * MS_PER_MINUTE;

export interface OfferPlan {
  /** When offers begin, ms since the epoch. */
  ask_at: number;
  /**
   * Travel time by road in seconds of the driver who gets the first offer: the planned driver, else the nearest
   * eligible one; null when unknown, in which case ASSUMED_ETA_SECS is used.
   */
  nearest_secs: number | null;
}

/**
 * `etas`: travel times by road of the eligible drivers in seconds, null where unknown. `plannedEta`: travel time of the
 * driver planned for the booking, who gets the first offer; null without one.
 */
export function planOffers(
  tripdate: number,
  etas: readonly (number | null)[],
  plannedEta: number | null = null,
): OfferPlan {
  const known = etas.filter((eta) => eta !== null);
  const nearest_secs = plannedEta ?? (known.length > 0 ? Math.min(...known) : null);
  const travelMs = (nearest_secs ?? ASSUMED_ETA_SECS) * MS_PER_SECOND;
  return { ask_at: tripdate - travelMs - ASK_MARGIN_MS, nearest_secs };
}

/** Returns when the next estimate is due: after the interval, but not later than the beginning of offers. */
export const nextLookAt = (now: number, { ask_at }: OfferPlan): number =>
  Math.min(ask_at, now + REESTIMATE_INTERVAL_MS);

/**
 * Returns when a driver has to leave for an accepted later booking; an unknown travel time is replaced by the default.
 */
export const leaveAt = (tripdate: number, etaSecs: number | null): number =>
  tripdate - (etaSecs ?? ASSUMED_ETA_SECS) * MS_PER_SECOND - LEAVE_MARGIN_MS;

/** Returns when a driver has to set out at the latest to be at the pickup in time; ms since the epoch. */
export const latestSetOut = (tripdate: number, etaSecs: number | null): number =>
  tripdate - (etaSecs ?? ASSUMED_ETA_SECS) * MS_PER_SECOND;

/** `since`: the time of the trip, or when dispatch could first search if that was later; ms since the epoch. */
export const isOverdue = (since: number, now: number): boolean => now > since + OVERDUE_AFTER_MS;
