// How much way the positions may add that a phone told afterwards: about what the roads allow between places it was heard at.
import { distanceKm, type LatLng, lengthKm } from '@kerb/domain/geo';
import type { RoadKm } from './driven-way.ts';
import { stepsOf } from './trail-bound.ts';

export interface TrackedPlace extends LatLng {
  /** Kept on the phone and told later: nobody but the phone knows that the car was there. */
  kept: boolean;
}

/** People and closed streets lead the long way round, but not at any length. */
const ROUNDABOUT = 1.5;
/** On top, for all of a trip together: a search for the door, a wrong turn. */
const SLACK_KM = 1;
/** As near to a booked place as a car stops in front of it. */
const AT_PLACE_KM = 0.3;
/** Where no road leads: roads are about so much longer than lines. */
const USUAL_DETOUR = 1.3;

/** The points of the run at the booked places it came by, in the order it did. */
function stopsOf(run: readonly TrackedPlace[], places: readonly LatLng[]): TrackedPlace[] {
  const visited = new Set(
    places.map((place) => run.findIndex((point) => distanceKm(point, place) <= AT_PLACE_KM)),
  );
  return run.filter((_, index) => visited.has(index));
}

/** Points in runs: those of a run are kept ones, or all heard. */
function runsOf(points: readonly TrackedPlace[]): TrackedPlace[][] {
  const runs: TrackedPlace[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.[0]?.kept === point.kept) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/**
 * The points without kept runs that are much longer than the road between the places before and after them, through
 * the booked stops on it: 1.5 times, and 1 km for all of them together. There the road counts, through those stops.
 */
export async function withoutInventedWays(
  points: readonly TrackedPlace[],
  places: readonly LatLng[],
  roadKm: RoadKm,
): Promise<TrackedPlace[]> {
  const counted: TrackedPlace[] = [];
  let slack = SLACK_KM;
  const runs = runsOf(points);
  for (const [index, run] of runs.entries()) {
    const ends = [runs[index - 1]?.at(-1), runs[index + 1]?.[0]] as const;
    const [before, after] = ends.map((end) => (end ? [end] : []));
    const way = lengthKm(stepsOf([...(before ?? []), ...run, ...(after ?? [])]));
    const stops = run[0]?.kept ? stopsOf(run, places) : run;
    const through = [...(before ?? []), ...stops, ...(after ?? [])];
    // Roads are no shorter than lines: most ways need no look.
    if (!run[0]?.kept || way <= ROUNDABOUT * lengthKm(through)) {
      counted.push(...run);
      continue;
    }
    const road = (await roadKm(through)) ?? lengthKm(through) * USUAL_DETOUR;
    const excess = Math.max(0, way - ROUNDABOUT * road);
    const isBelieved = excess <= slack;
    if (isBelieved) slack -= excess;
    counted.push(...(isBelieved ? run : stops));
  }
  return counted;
}
