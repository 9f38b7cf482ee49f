// Creates a city's folder and fills its search tables from a .osm.pbf file; runs in a child process.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { basemapFeatures, boundsOf } from './basemap-features.ts';
import { type CityDraft, fillCity } from './city.repository.ts';
import { CITY_FORMAT, streetGraphFile, tilesFolder } from './city-folder.ts';
import { cutTiles, type TileBox } from './cut-tiles.ts';
import { type CityShape, cityShapes } from './osm/city-shapes.ts';
import { rejectCrowdedNodes, rejectLargerThanRegion } from './osm/degenerate-map.ts';
import { CityFileError, readOsmPbf } from './osm/read-osm-pbf.ts';
import { isRoad, type SearchRows, searchRows } from './search-rows.ts';
import { writeStreetGraph } from './street-graph.ts';

export interface PrepareJob {
  readonly kind: 'city';
  readonly pbfPath: string;
  readonly fileHash: string;
  /** Used when the file contains no name of a city. */
  readonly fallbackName: string;
  /** New folder that becomes the city's when everything has succeeded; null when the files exist already. */
  readonly folder: string | null;
  readonly databaseUrl: string;
}

export interface PrepareResult {
  readonly cityId: number;
  readonly name: string;
  readonly roads: number;
  readonly streets: number;
  readonly addresses: number;
  readonly places: number;
  readonly tiles: number;
}

export type ImportStep = 'read' | 'roads' | 'streets' | 'search' | 'tiles' | 'switch';
export type OnProgress = (step: ImportStep, detail: string) => void;

/** Throws CityFileError when the file cannot be imported as a city. */
export async function prepareCity(job: PrepareJob, onProgress: OnProgress): Promise<PrepareResult> {
  onProgress('read', 'Reading the map file');
  const osm = readOsmPbf(await readFile(job.pbfPath));
  const shapes = cityShapes(osm);
  const roads = shapes.flatMap((shape) => (shape.kind === 'line' && isRoad(shape.tags) ? [shape.line] : []));
  if (roads.length === 0) throw new CityFileError('The file has no roads, so no ride could be driven.');
  rejectCrowdedNodes(osm.ways);
  const [west, south, east, north] = boundsOf(roads);
  rejectLargerThanRegion([west, south, east, north]);
  onProgress('search', 'Collecting streets, addresses and places');
  const rows = searchRows(shapes, job.fallbackName);
  const draft = {
    fileHash: job.fileHash,
    format: CITY_FORMAT,
    name: rows.cityName,
    west,
    south,
    east,
    north,
  };
  const filling = fillTables(job.databaseUrl, draft, rows);
  // A failure is reported below, after the tiles; without this handler the unhandled rejection would end the process.
  filling.catch(() => undefined);
  if (job.folder !== null) {
    onProgress('streets', 'Collecting the roads for arrival times');
    await writeStreetGraph(osm, streetGraphFile(job.folder));
  }
  const tiles = job.folder === null ? 0 : await drawTiles(shapes, draft, job.folder, onProgress);
  const cityId = await filling;
  const addresses = rows.addresses.filter((address) => address.isMain).length;
  return {
    cityId,
    name: rows.cityName,
    roads: roads.length,
    streets: rows.streets.length,
    addresses,
    places: rows.places.length,
    tiles,
  };
}

/** Builds only the road graph, for a city that was imported without one or whose graph file is damaged. */
export interface StreetGraphJob {
  readonly kind: 'street-graph';
  readonly pbfPath: string;
  readonly file: string;
}

export async function prepareStreetGraph({ pbfPath, file }: StreetGraphJob): Promise<void> {
  await writeStreetGraph(readOsmPbf(await readFile(pbfPath)), file);
}

function drawTiles(
  shapes: readonly CityShape[],
  box: TileBox,
  folder: string,
  onProgress: OnProgress,
): Promise<number> {
  onProgress('tiles', 'Drawing the map');
  return cutTiles(basemapFeatures(shapes, box), box, tilesFolder(folder));
}

async function fillTables(url: string, draft: CityDraft, rows: SearchRows): Promise<number> {
  const db = new pg.Client({ connectionString: url, application_name: 'kerb-map-import' });
  await db.connect();
  try {
    return await fillCity(db, draft, rows);
  } finally {
    await db.end();
  }
}
