// What way a trail of positions can stand for: a passenger never pays for the noise of positions, nor for detours they do not show.
import { distanceKm, type LatLng } from '@kerb/domain/geo';

/** Positions are metres off; only moves of this size are steps, so that noise does not add up and standing is no way. */
const STEP_KM = 0.035;
/** Steps of a dense trail follow every corner; longer ones cut corners by a tenth at most. */
const DENSE_KM = 0.06;
const DENSE_FACTOR = 1.018;
const NEAR_KM = 0.25;
const NEAR_FACTOR = 1.1;
const LEAST_FACTOR = 0.97;
/** Where the phone was silent for a while, roads may lead twice as far as the crow flies. */
const GAP_FACTOR = 2;
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

export const isGap = (from: LatLng, to: LatLng): boolean => distanceKm(from, to) > NEAR_KM;

/** Kilometres one step stands for; `byRoad` is how far apart the ends of a gap are by road, where that is known. */
function boundsOfStep(from: LatLng, to: LatLng, byRoad: number | undefined): WayBounds {
  const km = distanceKm(from, to);
  if (km <= DENSE_KM) return { least: km * LEAST_FACTOR, likely: km, most: km * DENSE_FACTOR };
  if (km <= NEAR_KM) return { least: km * LEAST_FACTOR, likely: km, most: km * NEAR_FACTOR };
  if (byRoad === undefined) return { least: km, likely: km * USUAL_GAP_FACTOR, most: km * GAP_FACTOR };
  return { least: byRoad * LEAST_FACTOR, likely: byRoad, most: byRoad * DENSE_FACTOR };
}

/** Kilometres the whole trail stands for. The keys of `gapsByRoad` are the indices at which gaps begin. */
export function boundsOf(
  steps: readonly LatLng[],
  gapsByRoad: ReadonlyMap<number, number> = new Map(),
): WayBounds {
  const total: WayBounds = { least: 0, likely: 0, most: 0 };
  for (const [index, from] of steps.entries()) {
    const to = steps[index + 1];
    if (to === undefined) break;
    const step = boundsOfStep(from, to, gapsByRoad.get(index));
    total.least += step.least;
    total.likely += step.likely;
    total.most += step.most;
  }
  return total;
}
