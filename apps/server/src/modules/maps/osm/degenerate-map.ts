// Rejects map files whose preparation would not finish or would exhaust the memory.
import { CityFileError, type OsmFile } from './read-osm-pbf.ts';

/** The map is cut into tiles of about 2 km, so the tiles of a box around the world would never be finished. */
const MAX_SPAN_DEGREES = 12;

export function rejectLargerThanRegion(
  box: readonly [west: number, south: number, east: number, north: number],
): void {
  const [west, south, east, north] = box;
  if (Math.max(east - west, north - south) > MAX_SPAN_DEGREES)
    throw new CityFileError(
      `The roads span more than ${MAX_SPAN_DEGREES} degrees. Cut an extract of the city or region.`,
    );
}

/**
 * The preparation computes turns between all pairs of roads at a node; the largest real junctions have a dozen roads.
 */
const MAX_ROADS_AT_NODE = 60;

/** Throws CityFileError for a file that has the same ways many times, or a way that visits a node again and again. */
export function rejectCrowdedNodes(ways: OsmFile['ways']): void {
  const roadsAt = new Map<number, number>();
  for (const { refs, tags } of ways) {
    if (tags.highway === undefined) continue;
    for (const ref of refs) {
      const roads = (roadsAt.get(ref) ?? 0) + 1;
      if (roads > MAX_ROADS_AT_NODE)
        throw new CityFileError(
          `The file is damaged: more than ${MAX_ROADS_AT_NODE} roads meet at node ${ref}.`,
        );
      roadsAt.set(ref, roads);
    }
  }
}
