// Decides whether a reported position is plausible: positions that are too old, inaccurate, in the future or too fast
// are rejected.
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

export interface ReportedPosition extends LatLng {
  /** When the device measured it, ms since the epoch. */
  at: number;
  /** Accuracy radius in metres as reported by the device; absent when it reports none. */
  accuracy?: number;
}

/** Limits of accepted positions, chosen for city driving. */
export interface PositionLimits {
  maxAgeMs: number;
  /** How far a device's clock may be ahead of the server's. */
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

/** Metres by which two fixes of a standing car may differ when the device reports no accuracy. */
export const USUAL_ACCURACY_METRES = 50;

/**
 * Judges a position by itself and against the last stored one of the same driver (null for none). A jump is accepted up
 * to the accuracy of both fixes plus the distance at the speed limit in the time between them.
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

/** Kilometres by which a place entered in a form and the last fix of a standing car may differ. */
const NAMED_PLACE_SLACK_KM = 1;
/** Kilometres by which the reported place of a step and the fixes of a standing car may differ. */
const STEP_SLACK_KM = 0.3;

/**
 * Age of a position in ms above which the car may be elsewhere: a phone sends none while its driver uses a navigation
 * app.
 */
export const OUTDATED_AFTER_MS = 30_000;

/** A position with its time (ms since the epoch). */
export type SeenPlace = LatLng & { at: number };

/** Returns whether a car seen at `seen` can be at `place` at the time `at` (ms since the epoch), before or after. */
export function isWithinReach(
  place: LatLng,
  seen: SeenPlace,
  at: number,
  { maxSpeedKmPerHour }: Pick<PositionLimits, 'maxSpeedKmPerHour'> = positionLimits,
  slackKm = NAMED_PLACE_SLACK_KM,
): boolean {
  const hours = Math.abs(at - seen.at) / 3_600_000;
  return distanceKm(seen, place) <= maxSpeedKmPerHour * hours + slackKm;
}

/** Returns the last position before a time, and the first after it. */
function seenAround(seen: readonly SeenPlace[], at: number): SeenPlace[] {
  let before: SeenPlace | undefined;
  let after: SeenPlace | undefined;
  for (const one of seen) {
    if (one.at <= at) {
      if (before === undefined || one.at > before.at) before = one;
    } else if (after === undefined || one.at < after.at) after = one;
  }
  return [before, after].filter((one) => one !== undefined);
}

/** Returns the position nearest in time; undefined without positions. */
const nearestInTime = (seen: readonly SeenPlace[], at: number): SeenPlace | undefined =>
  seen.toSorted((one, other) => Math.abs(at - one.at) - Math.abs(at - other.at))[0];

/**
 * Returns where a step was made, judged by the positions before and after it: the reported place when a car at the
 * speed limit can have been there between them, else the position nearest in time. A driver who is silent for a moment
 * can therefore not report a place that they were far away from.
 */
export function placeOfReportedStep(
  reported: SeenPlace,
  seen: readonly SeenPlace[],
  limits: Pick<PositionLimits, 'maxSpeedKmPerHour'>,
): LatLng {
  const around = seenAround(seen, reported.at);
  const isPlausible = around.every((one) => isWithinReach(reported, one, reported.at, limits, STEP_SLACK_KM));
  const { lat, lng } = isPlausible ? reported : (nearestInTime(around, reported.at) ?? reported);
  return { lat, lng };
}

/**
 * Returns where a driver was at a given time: the reported place when it is within reach of the positions around that
 * time, else the position nearest in time. Undefined without a report and without positions.
 */
export function placeAt(
  said: LatLng | undefined,
  seen: readonly SeenPlace[],
  at: number,
): LatLng | undefined {
  const around = seenAround(seen, at);
  if (said && around.every((one) => isWithinReach(said, one, at))) return { lat: said.lat, lng: said.lng };
  const nearest = nearestInTime(around, at);
  return nearest && { lat: nearest.lat, lng: nearest.lng };
}
