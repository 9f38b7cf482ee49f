// The points of a trip's trail that the route is recomputed through when it ends (specification §9, distance).
import { distanceKm } from './haversine.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** Specification §9: about 25 at most. The two ends are among them. */
export const MAX_TRAIL_WAYPOINTS = 25;

/** Only points tracked in these statuses count for the distance. */
export const distanceStatuses = ['STARTED', 'REACHED'] as const;

/**
 * At most `max` (2 or more) of the trail's own points, in order, with its first and last, spread evenly by the
 * distance driven rather than by time, so that waiting at a light does not use up the sample.
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

/** How far into the trail each of its points lies, in km. */
function distancesDriven(trail: readonly LatLng[]): number[] {
  let total = 0;
  let last: LatLng | undefined;
  return trail.map((point) => {
    if (last) total += distanceKm(last, point);
    last = point;
    return total;
  });
}
