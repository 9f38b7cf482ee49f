// Refuses map files that could be read, but whose preparation would not end or would fill the memory.
import { CityFileError, type OsmFile } from './read-osm-pbf.ts';

/** The map is cut into tiles of about 2 km: a box around the world would never be finished. */
const LARGEST_SPAN_DEGREES = 12;

export function refuseLargerThanRegion(
  box: readonly [west: number, south: number, east: number, north: number],
): void {
  const [west, south, east, north] = box;
  if (Math.max(east - west, north - south) > LARGEST_SPAN_DEGREES)
    throw new CityFileError(
      `The roads span more than ${LARGEST_SPAN_DEGREES} degrees. Cut an extract of the city or region.`,
    );
}

/** Turns are computed between every two roads that meet. At the largest junctions a dozen do. */
const MOST_ROADS_AT_NODE = 60;

/** Throws for a file with the same ways many times, or with a way that returns to a node again and again. */
export function refuseCrowdedNodes(ways: OsmFile['ways']): void {
  const roadsAt = new Map<number, number>();
  for (const { refs, tags } of ways) {
    if (tags.highway === undefined) continue;
    for (const ref of refs) {
      const roads = (roadsAt.get(ref) ?? 0) + 1;
      if (roads > MOST_ROADS_AT_NODE)
        throw new CityFileError(
          `The file is damaged: more than ${MOST_ROADS_AT_NODE} roads meet at node ${ref}.`,
        );
      roadsAt.set(ref, roads);
    }
  }
}
