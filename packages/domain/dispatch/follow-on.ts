// Follow-on trips: when a driver's current trip ends, when the next rider can expect them, and when that is too late.
import { MS_PER_SECOND } from '../kernel/index.ts';

/** From the arrival at the drop-off until the driver leaves: the rider gets out and pays. */
export const HANDOVER_SECS = 60;

/** How often the pickup time of a follow-on trip is estimated again. */
export const FOLLOW_ON_CHECK_MS = 30 * MS_PER_SECOND;

/** The expected pickup is stored, and its rider's screen updated, when it moved by at least this much. */
export const FOLLOW_ON_SHIFT_MS = 30 * MS_PER_SECOND;

/** The trip that a driver has to finish first. */
export interface TripToFinish {
  /** The rider has been driven to the drop-off; only the payment is open. */
  isAtDrop: boolean;
  /** ms since the epoch */
  startedAt: number;
  /** How long the trip takes by its estimate, from the start. */
  plannedSecs: number;
  /** Stops lie between pickup and drop-off, and may lie ahead. */
  hasStops: boolean;
  /** Seconds by road from the car straight to the drop-off; null when the position or the road is unknown. */
  roadSecs: number | null;
}

/**
 * Seconds until the driver can leave for the next pickup. The road from the car counts where it is known; with stops
 * ahead it is only the least that is left, and so is the rest of the estimated time.
 */
export function secondsUntilFree(trip: TripToFinish, now: number): number {
  if (trip.isAtDrop) return HANDOVER_SECS;
  // A clock that was set back must not make the trip longer than its estimate.
  const drivenSecs = Math.max(0, (now - trip.startedAt) / MS_PER_SECOND);
  const scheduledSecs = Math.max(0, trip.plannedSecs - drivenSecs);
  const restSecs =
    trip.roadSecs === null || trip.hasStops ? Math.max(scheduledSecs, trip.roadSecs ?? 0) : trip.roadSecs;
  return Math.round(restSecs + HANDOVER_SECS);
}

/** ms since the epoch. */
export const pickupTime = (now: number, untilFreeSecs: number, driveSecs: number): number =>
  now + (untilFreeSecs + driveSecs) * MS_PER_SECOND;

/** Both times in ms since the epoch; `toleranceSecs`: settings.followOnLateSeconds. */
export const isTooLate = (promisedAt: number, expectedAt: number, toleranceSecs: number): boolean =>
  expectedAt > promisedAt + toleranceSecs * MS_PER_SECOND;
