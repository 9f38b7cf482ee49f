// Prepares the positions of a trip for measuring: drops impossible fixes, averages out noise, thins the rest and splits
// at gaps.
import { MS_PER_HOUR, MS_PER_SECOND } from '../kernel/index.ts';
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** A position of the car; `at` in ms since the epoch. */
export type TraceFix = LatLng & { at: number };

export interface TraceLimits {
  /** Minimum time between two fixes; closer ones add noise but no distance. */
  minSpacingMs: number;
  /**
   * A pause longer than this, over a distance of more than `gapKm`, is a gap, which is filled with the road between its
   * ends.
   */
  gapMs: number;
  /**
   * A pause over a shorter distance is matched like the rest, because the matching finds the road between positions
   * this close.
   */
  gapKm: number;
  /** Fixes within one window of this length are averaged, so that receiver errors cancel out. */
  windowMs: number;
  /**
   * Maximum scatter of the fixes of a window around a straight drive, as a root mean square in km; windows that exceed
   * it are discarded.
   */
  maxScatterKm: number;
  /** If a larger share of the windows is discarded, all of them are discarded. */
  maxDoubtedShare: number;
  /** Maximum speed of a car in a city over a straight line, in km/h. */
  maxSpeedKmPerHour: number;
  /** Distance in km by which the averaged fixes of a whole trip may exceed that speed; the budget does not recover. */
  slackKm: number;
  /** Minimum distance between averaged fixes; closer ones contain more noise than information about the road. */
  spacingKm: number;
}

/**
 * Chosen by measurement: window and spacing are those with the least error over synthetic trips on real roads with
 * noise of 5 to 30 m.
 */
export const traceLimits: TraceLimits = {
  minSpacingMs: 500,
  gapMs: 45_000,
  gapKm: 0.8,
  windowMs: 10_000,
  maxScatterKm: 0.1,
  maxDoubtedShare: 0.3,
  maxSpeedKmPerHour: 130,
  slackKm: 0.25,
  spacingKm: 0.12,
};

/** Sorts fixes by time and removes those less than `minSpacingMs` after the previous one, which includes duplicates. */
export function orderFixes<Fix extends TraceFix>(
  fixes: readonly Fix[],
  limits: TraceLimits = traceLimits,
): Fix[] {
  const ordered: Fix[] = [];
  for (const fix of [...fixes].sort((one, other) => one.at - other.at)) {
    const last = ordered.at(-1);
    if (last === undefined || fix.at - last.at >= limits.minSpacingMs) ordered.push(fix);
  }
  return ordered;
}

/** Groups fixes into windows shorter than `windowMs`; a gap is longer than a window. */
function windowsOf(fixes: readonly TraceFix[], limits: TraceLimits): TraceFix[][] {
  const windows: TraceFix[][] = [];
  for (const fix of fixes) {
    const window = windows.at(-1);
    const first = window?.[0];
    const isFull = first !== undefined && fix.at - first.at >= limits.windowMs;
    if (window === undefined || isFull) windows.push([fix]);
    else window.push(fix);
  }
  return windows;
}

interface Trend {
  middle: TraceFix;
  speedKmPerHour: number;
  /** Root mean square of the distances from the best-fitting straight drive, in km. */
  scatterKm: number;
}

/** Returns the straight drive at constant speed that fits the fixes best, by least squares. */
function trendOf(fixes: readonly TraceFix[]): Trend {
  const count = fixes.length;
  const middle = { lat: 0, lng: 0, at: 0 };
  for (const { lat, lng, at } of fixes) {
    middle.lat += lat / count;
    middle.lng += lng / count;
    middle.at += at / count;
  }
  let variance = 0;
  let northByTime = 0;
  let eastByTime = 0;
  for (const { lat, lng, at } of fixes) {
    variance += (at - middle.at) ** 2;
    northByTime += (at - middle.at) * (lat - middle.lat);
    eastByTime += (at - middle.at) * (lng - middle.lng);
  }
  const north = variance === 0 ? 0 : northByTime / variance;
  const east = variance === 0 ? 0 : eastByTime / variance;
  const driven = (at: number): LatLng => ({
    lat: middle.lat + north * (at - middle.at),
    lng: middle.lng + east * (at - middle.at),
  });
  const squares = fixes.reduce((sum, fix) => sum + distanceKm(fix, driven(fix.at)) ** 2, 0);
  const secondLater = driven(middle.at + MS_PER_SECOND);
  return {
    middle,
    speedKmPerHour: distanceKm(middle, secondLater) * (MS_PER_HOUR / MS_PER_SECOND),
    scatterKm: Math.sqrt(squares / count),
  };
}

/**
 * Returns one averaged fix for each time window, with the first and the last fix unchanged. Windows whose fixes scatter
 * more than noise does, or move faster than a car, are discarded; their road is found from the fixes around them. If
 * too many windows are discarded, the others are not reliable either, and only both ends are returned.
 */
export function averageFixes(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[] {
  const trends = windowsOf(fixes.slice(1, -1), limits).map(trendOf);
  const believed = trends.filter(
    ({ speedKmPerHour, scatterKm }) =>
      scatterKm <= limits.maxScatterKm && speedKmPerHour <= limits.maxSpeedKmPerHour,
  );
  const doubted = trends.length - believed.length;
  const isUseless = doubted > trends.length * limits.maxDoubtedShare;
  const inner = isUseless ? [] : believed.map(({ middle }) => middle);
  return [...fixes.slice(0, 1), ...inner, ...fixes.slice(1).slice(-1)];
}

/**
 * Returns the fixes, in order of time, that a car can have reached one after the other. In total, they may exceed the
 * distance of the fastest car by `slackKm`; slack used by one fix is not available for the next.
 */
export function plausibleFixes(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[] {
  const plausible: TraceFix[] = [];
  let slackKm = limits.slackKm;
  for (const fix of fixes) {
    const last = plausible.at(-1);
    const reachKm = last ? (limits.maxSpeedKmPerHour * (fix.at - last.at)) / MS_PER_HOUR : 0;
    const aheadKm = last ? Math.max(0, distanceKm(last, fix) - reachKm) : 0;
    if (aheadKm > slackKm) continue;
    slackKm -= aheadKm;
    plausible.push(fix);
  }
  return plausible;
}

/** Removes fixes closer than `spacingKm` to the previous one; the last fix always remains. */
export function thinFixes(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[] {
  const thinned: TraceFix[] = [];
  for (const fix of fixes) {
    const last = thinned.at(-1);
    if (last === undefined || distanceKm(last, fix) >= limits.spacingKm) thinned.push(fix);
  }
  const end = fixes.at(-1);
  const last = thinned.at(-1);
  if (end === undefined || last === undefined || last === end) return thinned;
  // The last fix replaces a previous one that is too close, except the first fix.
  if (thinned.length > 1 && distanceKm(last, end) < limits.spacingKm / 2) thinned.pop();
  return [...thinned, end];
}

/** Splits fixes into stretches without gaps; a car that stands still while the phone is offline causes no gap. */
export function splitAtGaps(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[][] {
  const stretches: TraceFix[][] = [];
  for (const fix of fixes) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    const isGap =
      last !== undefined && fix.at - last.at > limits.gapMs && distanceKm(last, fix) > limits.gapKm;
    if (stretch === undefined || isGap) stretches.push([fix]);
    else stretch.push(fix);
  }
  return stretches;
}

/** Returns the stretches of a trip to be matched to roads: ordered, averaged, plausible and thinned. */
export function traceStretches(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[][] {
  const averaged = averageFixes(orderFixes(fixes, limits), limits);
  const stretches = splitAtGaps(plausibleFixes(averaged, limits), limits);
  return stretches.map((stretch) => thinFixes(stretch, limits));
}
