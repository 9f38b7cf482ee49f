// When drivers are asked for a later trip: early enough for the nearest to be there in time, and not earlier.
import { MS_PER_MINUTE, MS_PER_SECOND } from '../kernel/index.ts';

/** So long before a later trip the drivers around are weighed for the first time; nobody is asked before. */
export const LOOK_AHEAD_MS = 45 * MS_PER_MINUTE;
/** On top of the way to the pickup: time for drivers who refuse, and for the one who accepts to set out. */
export const ASK_MARGIN_MS = 10 * MS_PER_MINUTE;
/** The way to the pickup while nobody suitable is around, or no road to it is known. */
export const ASSUMED_ETA_SECS = 20 * 60;
/** Between two looks around before anybody is asked. */
export const LOOK_AGAIN_AHEAD_MS = 3 * MS_PER_MINUTE;
/** A trip that nobody could be found for so long after its time is not made any more. */
export const OVERDUE_AFTER_MS = 60 * MS_PER_MINUTE;
/** A driver who has accepted a later trip is told to leave so long before the bare way would make him. */
export const LEAVE_MARGIN_MS = 5 * MS_PER_MINUTE;

export interface AskingPlan {
  /** Drivers are asked from then on, ms since the epoch. */
  ask_at: number;
  /** Seconds by road of the soonest suitable driver; null when not known: ASSUMED_ETA_SECS is taken. */
  nearest_secs: number | null;
}

/** `etas`: seconds by road of the drivers who could be asked now; null where not known. */
export function planAsking(tripdate: number, etas: readonly (number | null)[]): AskingPlan {
  const known = etas.filter((eta) => eta !== null);
  const nearest_secs = known.length > 0 ? Math.min(...known) : null;
  const way = (nearest_secs ?? ASSUMED_ETA_SECS) * MS_PER_SECOND;
  return { ask_at: tripdate - way - ASK_MARGIN_MS, nearest_secs };
}

/** When it is looked again: soon, and not after the moment to ask. */
export const nextLookAt = (now: number, { ask_at }: AskingPlan): number =>
  Math.min(ask_at, now + LOOK_AGAIN_AHEAD_MS);

/** When a driver has to leave for a later trip that he has accepted; the way is assumed where it is not known. */
export const leaveAt = (tripdate: number, etaSecs: number | null): number =>
  tripdate - (etaSecs ?? ASSUMED_ETA_SECS) * MS_PER_SECOND - LEAVE_MARGIN_MS;

/** `since`: the time of the trip, or when it could first be looked for if that came later; ms since the epoch. */
export const isOverdue = (since: number, now: number): boolean => now > since + OVERDUE_AFTER_MS;
