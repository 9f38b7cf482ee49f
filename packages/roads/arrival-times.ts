// Travel times by road between one place and many: one search over the road graph that ends when all are reached.
import type { LatLng } from '@kerb/domain/geo';
import type { RoadGraph } from './road-graph.ts';
import { type RoadTravel, Search } from './search.ts';

export interface ArrivalOptions {
  /**
   * Places further than this by road are null; the search does not go there. A place whose best route takes longer, and
   * another one does not, gets that other one.
   */
  readonly withinSeconds?: number;
  /** Places further than this from any road are null. */
  readonly snapMetres?: number;
}

const WITHIN_SECONDS = 7200;
const SNAP_METRES = 500;

/** A search has memory for the whole graph, and is used again. */
const searches = new WeakMap<RoadGraph, Search>();

function searchOf(graph: RoadGraph): Search {
  const known = searches.get(graph);
  if (known) return known;
  const search = new Search(graph);
  searches.set(graph, search);
  return search;
}

/** From each start to the destination, in the order of `starts`; null where no road leads or it is too far. */
export function arrivalTimes(
  graph: RoadGraph,
  destination: LatLng,
  starts: readonly LatLng[],
  { withinSeconds = WITHIN_SECONDS, snapMetres = SNAP_METRES }: ArrivalOptions = {},
): (RoadTravel | null)[] {
  const terms = { one: destination, many: starts, withinSeconds, snapMetres };
  return searchOf(graph).run({ direction: 'to-one', ...terms });
}

/** From the start to each destination, in their order; null where no road leads or it is too far. */
export function timesFrom(
  graph: RoadGraph,
  start: LatLng,
  destinations: readonly LatLng[],
  { withinSeconds = WITHIN_SECONDS, snapMetres = SNAP_METRES }: ArrivalOptions = {},
): (RoadTravel | null)[] {
  const terms = { one: start, many: destinations, withinSeconds, snapMetres };
  return searchOf(graph).run({ direction: 'from-one', ...terms });
}

/** From one place to another; null where no road leads or it is too far. */
export function travelTime(
  graph: RoadGraph,
  from: LatLng,
  to: LatLng,
  options: ArrivalOptions = {},
): RoadTravel | null {
  return timesFrom(graph, from, [to], options)[0] ?? null;
}
