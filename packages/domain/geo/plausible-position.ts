// Whether a reported position can be true: old, vague, from the future or faster than any car, it is dropped.
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

export interface ReportedPosition extends LatLng {
  /** When the device measured it, ms since the epoch. */
  at: number;
  /** Radius in metres within which the device believes itself; absent when it does not say. */
  accuracy?: number;
}

/** What still counts; chosen for city driving. */
export interface PositionLimits {
  maxAgeMs: number;
  /** How far a device's clock may run ahead of ours. */
  maxClockSkewMs: number;
  maxAccuracyMetres: number;
  maxSpeedKmPerHour: number;
}

export const positionLimits: PositionLimits = {
  maxAgeMs: 120_000,
  maxClockSkewMs: 10_000,
  maxAccuracyMetres: 250,
  maxSpeedKmPerHour: 250,
};

export type PositionVerdict =
  | { ok: true }
  | {
      ok: false;
      reason: 'not_a_place' | 'too_old' | 'from_the_future' | 'too_vague' | 'out_of_order' | 'too_fast';
    };

/** Metres that two fixes may differ without anybody having moved, when the device does not say how exact it is. */
const USUAL_ACCURACY_METRES = 50;

/**
 * Judges a position by itself and against the last one kept of the same driver (null for none). A jump is
 * allowed as far as both fixes may be off; a driver long unheard of may turn up anywhere the limit lets them.
 */
export function judgePosition(
  reported: ReportedPosition,
  last: ReportedPosition | null,
  now: number,
  limits: PositionLimits = positionLimits,
): PositionVerdict {
  const { lat, lng, at, accuracy } = reported;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return { ok: false, reason: 'not_a_place' };
  if (!(at >= now - limits.maxAgeMs)) return { ok: false, reason: 'too_old' };
  if (at > now + limits.maxClockSkewMs) return { ok: false, reason: 'from_the_future' };
  if (accuracy !== undefined && !(accuracy <= limits.maxAccuracyMetres))
    return { ok: false, reason: 'too_vague' };
  if (!last) return { ok: true };
  if (at <= last.at) return { ok: false, reason: 'out_of_order' };
  const slackKm = ((accuracy ?? USUAL_ACCURACY_METRES) + (last.accuracy ?? USUAL_ACCURACY_METRES)) / 1000;
  const hours = (at - last.at) / 3_600_000;
  const reachableKm = limits.maxSpeedKmPerHour * hours + slackKm;
  return distanceKm(last, reported) <= reachableKm ? { ok: true } : { ok: false, reason: 'too_fast' };
}

/** Kilometres that a place named by hand and the last fix may lie apart although nobody moved. */
const NAMED_PLACE_SLACK_KM = 1;

/** Whether somebody last seen at `last` (ms since the epoch) can be at `place` now. */
export function isWithinReach(
  place: LatLng,
  last: LatLng & { at: number },
  now: number,
  { maxSpeedKmPerHour }: Pick<PositionLimits, 'maxSpeedKmPerHour'> = positionLimits,
): boolean {
  const hours = Math.max(0, now - last.at) / 3_600_000;
  return distanceKm(last, place) <= maxSpeedKmPerHour * hours + NAMED_PLACE_SLACK_KM;
}
