// Computes travel times by road between one place and many, with one search over the road graph that ends when all
// places are reached.
import type { LatLng } from '@kerb/domain/geo';
import type { RoadGraph } from './road-graph.ts';
import { type RoadTravel, Search } from './search.ts';

export interface ArrivalOptions {
  /**
   * Limit of the search: places with a longer travel time get null. When the best route takes longer than the limit but
   * another one does not, the other route is returned.
   */
  readonly withinSeconds?: number;
  /** Places farther than this from any road get null. */
  readonly snapMetres?: number;
}

const WITHIN_SECONDS = 7200;
const SNAP_METRES = 500;

/** Cache of searches: each has memory for the whole graph and is reused. */
const searches = new WeakMap<RoadGraph, Search>();

function searchOf(graph: RoadGraph): Search {
  const known = searches.get(graph);
  if (known) return known;
  const search = new Search(graph);
  searches.set(graph, search);
  return search;
}

/**
 * Returns the travel time from each start to the destination, in the order of `starts`; null without a route within the
 * limits.
 */
export function arrivalTimes(
  graph: RoadGraph,
  destination: LatLng,
  starts: readonly LatLng[],
  { withinSeconds = WITHIN_SECONDS, snapMetres = SNAP_METRES }: ArrivalOptions = {},
): (RoadTravel | null)[] {
  const terms = { one: destination, many: starts, withinSeconds, snapMetres };
  return searchOf(graph).run({ direction: 'to-one', ...terms });
}

/**
 * Returns the travel time from the start to each destination, in their order; null without a route within the limits.
 */
export function timesFrom(
  graph: RoadGraph,
  start: LatLng,
  destinations: readonly LatLng[],
  { withinSeconds = WITHIN_SECONDS, snapMetres = SNAP_METRES }: ArrivalOptions = {},
): (RoadTravel | null)[] {
  const terms = { one: start, many: destinations, withinSeconds, snapMetres };
  return searchOf(graph).run({ direction: 'from-one', ...terms });
}

/** Returns the travel time from one place to another; null without a route within the limits. */
export function travelTime(
  graph: RoadGraph,
  from: LatLng,
  to: LatLng,
  options: ArrivalOptions = {},
): RoadTravel | null {
  return timesFrom(graph, from, [to], options)[0] ?? null;
}
