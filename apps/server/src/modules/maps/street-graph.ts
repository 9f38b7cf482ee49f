// The road graph that computes arrival times: its file, and the graph of the city in use.
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { LatLng } from '@kerb/domain/geo';
import {
  arrivalTimes,
  buildRoadGraph,
  checkRoadGraph,
  decodeRoadGraph,
  encodeRoadGraph,
  type OsmRoads,
  type RoadGraph,
  RoadGraphFileError,
} from '@kerb/roads';
import type { Travel } from '../../ports/maps.ts';
import { MAX_SNAP_METRES } from '../../ports/roads.ts';

/** Takes about a second for a city, so it runs in the process that prepares cities. */
export async function writeStreetGraph(osm: OsmRoads, file: string): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, encodeRoadGraph(buildRoadGraph(osm)));
  // Renamed when complete, so that a file with this name is always complete.
  await rename(part, file);
}

async function readIfExists(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** False for a file that is missing, damaged, or written by another version of the program. */
export async function isStreetGraphUsable(file: string): Promise<boolean> {
  const bytes = await readIfExists(file);
  if (!bytes) return false;
  try {
    checkRoadGraph(bytes);
    return true;
  } catch (error) {
    if (error instanceof RoadGraphFileError) return false;
    throw error;
  }
}

/** Travel times from many starts to one destination, on the road graph of the city in use. */
export interface StreetTimes {
  /** Null while the city has no road graph. */
  arrivalTimes(starts: readonly LatLng[], dest: LatLng): readonly (Travel | null)[] | null;
  /** Loads the graph of this file; no graph is used when the file is missing or cannot be read. */
  use(file: string): Promise<void>;
}

export interface StreetTimesLogger {
  warn(details: object, message: string): void;
}

export function createStreetTimes(logger: StreetTimesLogger): StreetTimes {
  let graph: RoadGraph | undefined;
  return {
    async use(file) {
      graph = undefined;
      try {
        const bytes = await readIfExists(file);
        if (bytes) graph = decodeRoadGraph(bytes);
        else logger.warn({ file }, 'The city has no road graph; the routing engine computes arrival times');
      } catch (error) {
        logger.warn(
          { err: error },
          'The road graph cannot be read; the routing engine computes arrival times',
        );
      }
    },
    arrivalTimes(starts, dest) {
      if (!graph) return null;
      return arrivalTimes(graph, dest, starts, { snapMetres: MAX_SNAP_METRES }).map(
        (travel) =>
          travel && {
            distance_in_km: Math.round(travel.metres) / 1000,
            time_in_secs: Math.round(travel.seconds),
          },
      );
    },
  };
}
