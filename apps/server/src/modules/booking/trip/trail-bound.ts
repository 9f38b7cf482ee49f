// What way a trail of positions can stand for: a passenger never pays for the noise of positions, nor for detours they do not show.
import { between, distanceKm, type LatLng, lengthKm, nearestFraction } from '@kerb/domain/geo';

/** Positions are metres off; only moves of this size are steps, so that noise does not add up and standing is no way. */
const STEP_KM = 0.035;
/** A line that leaves no position of the trail farther away keeps the corners that steps cut; most noise is less. */
const LINE_KM = 0.012;
/** Corners make a way so much longer than its steps at most; what is more is noise. */
const MOST_CORNERS = 1.035;
/** Steps of a dense trail, their corners added; longer ones cut corners by a tenth at most. */
const DENSE_KM = 0.06;
const DENSE_FACTOR = 1.0055;
const NEAR_KM = 0.25;
const NEAR_FACTOR = 1.1;
const DENSE_LEAST_FACTOR = 0.994;
const LEAST_FACTOR = 0.97;
/** Where the phone was silent for a while, roads may lead twice as far as the crow flies. */
const GAP_FACTOR = 2;
/** A gap whose ends’ way by road is known is that long, to about a bend. */
const ROAD_FACTOR = 1.018;
const USUAL_GAP_FACTOR = 1.3;

export interface WayBounds {
  least: number;
  likely: number;
  most: number;
}

/** The trail's points that are a step apart, with its first and last. */
export function stepsOf(trail: readonly LatLng[]): LatLng[] {
  const steps: LatLng[] = [];
  for (const [index, point] of trail.entries()) {
    const last = steps.at(-1);
    const isLast = index === trail.length - 1;
    if (last === undefined || isLast || distanceKm(last, point) >= STEP_KM) steps.push(point);
  }
  return steps;
}

function lineThrough(points: readonly LatLng[]): LatLng[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [farthest, at] = [0, 0];
  for (const [index, point] of points.entries()) {
    const fraction = Math.min(1, Math.max(0, nearestFraction(point, first, last)));
    const offKm = distanceKm(point, between(first, last, fraction));
    if (offKm > farthest) [farthest, at] = [offKm, index];
  }
  if (farthest <= LINE_KM) return [first, last];
  return [...lineThrough(points.slice(0, at + 1)), ...lineThrough(points.slice(at)).slice(1)];
}

/** The parts of the trail whose positions follow each other closely. */
function denseParts(trail: readonly LatLng[]): LatLng[][] {
  const parts: LatLng[][] = [];
  let last: LatLng | undefined;
  for (const point of trail) {
    if (last && distanceKm(last, point) <= DENSE_KM) parts.at(-1)?.push(point);
    else parts.push([point]);
    last = point;
  }
  return parts;
}

/** How much longer than its steps a trail is by the corners between them: 1 for a straight one. */
export function cornersOf(trail: readonly LatLng[]): number {
  let [line, steps] = [0, 0];
  for (const part of denseParts(trail)) {
    line += lengthKm(lineThrough(part));
    steps += lengthKm(stepsOf(part));
  }
  return steps === 0 ? 1 : Math.min(MOST_CORNERS, Math.max(1, line / steps));
}

export const isGap = (from: LatLng, to: LatLng): boolean => distanceKm(from, to) > NEAR_KM;

/** Kilometres one step stands for; `byRoad` is how far apart the ends of a gap are by road, where that is known. */
function boundsOfStep(from: LatLng, to: LatLng, byRoad: number | undefined, corners: number): WayBounds {
  const km = distanceKm(from, to);
  if (km <= DENSE_KM) {
    const likely = km * corners;
    return { least: likely * DENSE_LEAST_FACTOR, likely, most: likely * DENSE_FACTOR };
  }
  if (km <= NEAR_KM) return { least: km * LEAST_FACTOR, likely: km, most: km * NEAR_FACTOR };
  if (byRoad === undefined) return { least: km, likely: km * USUAL_GAP_FACTOR, most: km * GAP_FACTOR };
  return { least: byRoad * LEAST_FACTOR, likely: byRoad, most: byRoad * ROAD_FACTOR };
}

/** Kilometres the whole trail stands for. The keys of `gapsByRoad` are the indices at which gaps begin; `corners` is what steps cut of it. */
export function boundsOf(
  steps: readonly LatLng[],
  gapsByRoad: ReadonlyMap<number, number> = new Map(),
  corners = 1,
): WayBounds {
  const total: WayBounds = { least: 0, likely: 0, most: 0 };
  for (const [index, from] of steps.entries()) {
    const to = steps[index + 1];
    if (to === undefined) break;
    const step = boundsOfStep(from, to, gapsByRoad.get(index), corners);
    total.least += step.least;
    total.likely += step.likely;
    total.most += step.most;
  }
  return total;
}
