// Prepares the positions of a trip for measuring: drops impossible fixes, averages noise, thins, splits at gaps.
import { MS_PER_HOUR, MS_PER_SECOND } from '../kernel/index.ts';
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** A position of the car; `at` in ms since the epoch. */
export type TraceFix = LatLng & { at: number };

export interface TraceLimits {
  /** Two fixes nearer together in time add noise and no distance. */
  minSpacingMs: number;
  /** A silence longer than this is a gap, which is filled by the road between its ends. */
  gapMs: number;
  /** A shorter silence is matched like the rest: the road between positions so near is found by the matching itself. */
  gapKm: number;
  /** Fixes within one window are averaged: errors of receivers cancel out. */
  windowMs: number;
  /** Fixes of a window that scatter more than this about a straight drive are not believed; root mean square, km. */
  mostScatterKm: number;
  /** With a larger share of windows that are not believed, none is. */
  mostDoubtedShare: number;
  /** No car in a city is faster over a straight line, in km/h. */
  maxSpeedKmPerHour: number;
  /** km by which the averaged fixes of a whole trip may run ahead of that speed; what is used up does not come back. */
  slackKm: number;
  /** Averaged fixes nearer together say more about noise than about the road. */
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
  mostScatterKm: 0.1,
  mostDoubtedShare: 0.3,
  maxSpeedKmPerHour: 130,
  slackKm: 0.25,
  spacingKm: 0.12,
};

/** In order of time, without fixes less than `minSpacingMs` after another: those sent twice are among them. */
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

/** Fixes of less than `windowMs` each; a gap is longer than that. */
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
  /** Root mean square of the distances from the straight drive that fits best, in km. */
  scatterKm: number;
}

/** The straight drive at constant speed that fits the fixes best, by least squares. */
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
 * One averaged fix for each window of time, and the first and the last fix as they are. A window whose fixes scatter
 * more than noise does, or move faster than a car, is left out: its road is found from the fixes around it.
 * Where that holds for many windows the others are right by chance, and only the two ends remain.
 */
export function averageFixes(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[] {
  const trends = windowsOf(fixes.slice(1, -1), limits).map(trendOf);
  const believed = trends.filter(
    ({ speedKmPerHour, scatterKm }) =>
      scatterKm <= limits.mostScatterKm && speedKmPerHour <= limits.maxSpeedKmPerHour,
  );
  const doubted = trends.length - believed.length;
  const isUseless = doubted > trends.length * limits.mostDoubtedShare;
  const inner = isUseless ? [] : believed.map(({ middle }) => middle);
  return [...fixes.slice(0, 1), ...inner, ...fixes.slice(1).slice(-1)];
}

/**
 * The fixes, in order of time, that the car can have been at one after the other. They may run ahead of the fastest car
 * by `slackKm` in all: what one fix uses up, the next cannot use again.
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

/** Without fixes nearer than `spacingKm` to the one before; the last fix stays. */
export function thinFixes(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[] {
  const thinned: TraceFix[] = [];
  for (const fix of fixes) {
    const last = thinned.at(-1);
    if (last === undefined || distanceKm(last, fix) >= limits.spacingKm) thinned.push(fix);
  }
  const end = fixes.at(-1);
  const last = thinned.at(-1);
  if (end === undefined || last === undefined || last === end) return thinned;
  // The end replaces a fix too near to it, unless that is the start.
  if (thinned.length > 1 && distanceKm(last, end) < limits.spacingKm / 2) thinned.pop();
  return [...thinned, end];
}

/** Stretches without a gap; a car that stands still while the phone is silent makes none. */
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

/** The stretches of a trip that are matched onto the road: ordered, averaged, plausible and thinned. */
export function traceStretches(fixes: readonly TraceFix[], limits: TraceLimits = traceLimits): TraceFix[][] {
  const averaged = averageFixes(orderFixes(fixes, limits), limits);
  const stretches = splitAtGaps(plausibleFixes(averaged, limits), limits);
  return stretches.map((stretch) => thinFixes(stretch, limits));
}
