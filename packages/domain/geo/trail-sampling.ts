// Samples the points of a trip's trail through which the route is recomputed when the trip ends (specification §9,
// distance).
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** Specification §9: at most about 25 points, including both ends. */
export const MAX_TRAIL_WAYPOINTS = 25;

/** Only points tracked in these statuses count towards the distance. */
export const distanceStatuses = ['STARTED', 'REACHED'] as const;

/**
 * Returns at most `max` (2 or more) points of the trail in order, including the first and the last. They are spread
 * evenly by driven distance instead of time, so that waiting at a traffic light does not use up the sample.
 */
export function sampleTrail<Point extends LatLng>(
  trail: readonly Point[],
  max: number = MAX_TRAIL_WAYPOINTS,
): Point[] {
  if (trail.length <= max) return [...trail];
  const driven = distancesDriven(trail);
  const total = driven.at(-1) ?? 0;
  const chosen = new Set([0, trail.length - 1]);
  let index = 0;
  for (let mark = 1; mark < max - 1; mark++) {
    const target = (total * mark) / (max - 1);
    while ((driven[index] ?? total) < target) index++;
    chosen.add(index);
  }
  return trail.filter((_, position) => chosen.has(position));
}

/** Returns the distance of each point from the start of the trail, in km. */
function distancesDriven(trail: readonly LatLng[]): number[] {
  let total = 0;
  let last: LatLng | undefined;
  return trail.map((point) => {
    if (last) total += distanceKm(last, point);
    last = point;
    return total;
  });
}
