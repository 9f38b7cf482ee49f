// Imports Montevideo like a server, into a new data folder, with the router's graph and Kerb's own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { decodeRoadGraph, type RoadGraph } from '@kerb/roads';
import { montevideoQuarters, seededRandom } from '@kerb/testing';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { createInProcessEngine } from '../../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../apps/server/src/adapters/maps/valhalla/valhalla-router.ts';
import { migrate } from '../../apps/server/src/kit/db/index.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';
import { repository } from '../lib/server.ts';

export interface BenchCity {
  readonly router: RoadRouter;
  readonly graph: RoadGraph;
  readonly graphBytes: number;
  /** Time to read the file, to check it, and to compute what it does not contain. */
  readonly loadMs: number;
}

/** Imports the city into `folder`; the database is needed for the import only. */
export async function importBenchCity(folder: string): Promise<BenchCity> {
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  try {
    await migrate(postgres.url());
    const pbfPath = join(repository, 'data', 'montevideo.osm.pbf');
    await importCity({ pbfPath, dataDir: folder, databaseUrl: postgres.url(), buildRoadGraph });
  } finally {
    await postgres.stop();
  }
  const [name = ''] = readdirSync(join(folder, 'cities'));
  const city = join(folder, 'cities', name);
  const router = createValhallaRouter(createInProcessEngine());
  router.use({ graphFolder: join(city, 'roads'), west: -57, south: -36, east: -55, north: -34 });
  const begun = performance.now();
  const file = readFileSync(join(city, 'streets.graph'));
  const graph = decodeRoadGraph(file);
  return { router, graph, graphBytes: file.length, loadMs: performance.now() - begun };
}

/** A pickup and the drivers around it. */
export interface Pickup {
  readonly at: LatLng;
  readonly drivers: readonly LatLng[];
}

const SPREAD_DEGREES = 0.012;
/** About 30 m beside the road. */
const OFF_ROAD_DEGREES = 0.0005;

/** Creates pickups in the suburbs of the city, with this number of drivers within `km` of each, all near roads. */
export function pickupMaker(seed: number, { pointLat, pointLng }: RoadGraph) {
  const random = seededRandom(seed);
  const off = (degrees: number): number => (random() - 0.5) * degrees;
  function placeOnRoad(): LatLng {
    const point = Math.floor(random() * pointLat.length);
    return {
      lat: (pointLat[point] ?? 0) / 1e7 + off(OFF_ROAD_DEGREES),
      lng: (pointLng[point] ?? 0) / 1e7 + off(OFF_ROAD_DEGREES),
    };
  }
  return function makePickup(count: number, km: number): Pickup {
    const quarter = montevideoQuarters[Math.floor(random() * montevideoQuarters.length)];
    if (!quarter) throw new Error('There is no quarter of the city');
    const at = { lat: quarter.lat + off(SPREAD_DEGREES), lng: quarter.lng + off(SPREAD_DEGREES) };
    const drivers: LatLng[] = [];
    while (drivers.length < count) {
      const driver = placeOnRoad();
      if (distanceKm(at, driver) <= km) drivers.push(driver);
    }
    return { at, drivers };
  };
}
