// Computes the times of follow-on trips: the end of the driver's current trip, the next pickup, and when that is too
// late.
import { MS_PER_SECOND } from '../kernel/index.ts';

/** Time from the arrival at the drop-off until the driver leaves, in which the rider gets out and pays. */
export const HANDOVER_SECS = 60;

/** Interval in which the pickup time of a follow-on trip is estimated again. */
export const FOLLOW_ON_CHECK_MS = 30 * MS_PER_SECOND;

/** Minimum change of the expected pickup that is stored and sent to the rider. */
export const FOLLOW_ON_SHIFT_MS = 30 * MS_PER_SECOND;

/** The current trip of the driver of a follow-on trip. */
export interface TripToFinish {
  /** The rider has arrived at the drop-off; only the payment is open. */
  isAtDrop: boolean;
  /** ms since the epoch */
  startedAt: number;
  /** Estimated duration of the trip from its start. */
  plannedSecs: number;
  /** Whether stops lie between pickup and drop-off; some may not be reached yet. */
  hasStops: boolean;
  /**
   * Travel time in seconds by road from the car directly to the drop-off; null when the position or the route is
   * unknown.
   */
  roadSecs: number | null;
}

/**
 * Returns the seconds until the driver can leave for the next pickup. The road travel time from the car is used where
 * it is known. With stops, it is only a lower bound, so the larger of it and the rest of the estimated duration is
 * used.
 */
export function secondsUntilFree(trip: TripToFinish, now: number): number {
  if (trip.isAtDrop) return HANDOVER_SECS;
  // Without this limit, a clock that was set back would make the trip longer than its estimate.
  const drivenSecs = Math.max(0, (now - trip.startedAt) / MS_PER_SECOND);
  const scheduledSecs = Math.max(0, trip.plannedSecs - drivenSecs);
  const restSecs =
    trip.roadSecs === null || trip.hasStops ? Math.max(scheduledSecs, trip.roadSecs ?? 0) : trip.roadSecs;
  return Math.round(restSecs + HANDOVER_SECS);
}

/** Returns the expected pickup, ms since the epoch. */
export const pickupTime = (now: number, untilFreeSecs: number, driveSecs: number): number =>
  now + (untilFreeSecs + driveSecs) * MS_PER_SECOND;

/** Both times in ms since the epoch; `toleranceSecs`: settings.followOnLateSeconds. */
export const isTooLate = (promisedAt: number, expectedAt: number, toleranceSecs: number): boolean =>
  expectedAt > promisedAt + toleranceSecs * MS_PER_SECOND;
