// Adds a city to an installation, running or stopped: creates its database, imports its map and registers it.
import { existsSync, mkdirSync } from 'node:fs';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { migrate } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import { databaseUrlOf, dataFolderOf, type Region } from '../../apps/server/src/regions/region.ts';
import { regionsRepository } from '../../apps/server/src/regions/regions.repository.ts';
import { withClient } from '../database/client.ts';
import { makeDatabase } from '../database/make-database.ts';

export interface AddRegionOptions {
  region: Omit<Region, 'name'> & { name: string | undefined };
  /** Path of an .osm.pbf file. */
  mapFile: string;
  /** Direct URL of the first city's database, not that of a pooler. */
  firstUrl: string;
  /** The first city's data folder. */
  dataFolder: string;
  log: (line: string) => void;
}

async function refuseTakenHost(firstUrl: string, { key, host }: Pick<Region, 'key' | 'host'>): Promise<void> {
  const taken = await withClient(firstUrl, (client) => regionsRepository(client).otherAt(host, key));
  if (taken) throw new Error(`${taken.name} already has the host ${host}.`);
}

/**
 * Adds or reopens a city and returns it; running servers open it within seconds afterwards. A city that was added or
 * closed before retains its data. Throws, without registering the city, when the map file is rejected or another
 * city has the host.
 */
export async function addRegion({
  region,
  mapFile,
  firstUrl,
  dataFolder,
  log,
}: AddRegionOptions): Promise<Region> {
  if (!existsSync(mapFile)) throw new Error(`There is no file ${mapFile}.`);
  await migrate(firstUrl);
  await refuseTakenHost(firstUrl, region);
  const databaseUrl = databaseUrlOf(firstUrl, region.key);
  await makeDatabase(firstUrl, databaseUrl);
  await migrate(databaseUrl);
  await migrateJobs(databaseUrl);
  const dataDir = dataFolderOf(dataFolder, region.key);
  mkdirSync(dataDir, { recursive: true });
  const { city } = await importCity({
    pbfPath: mapFile,
    dataDir,
    databaseUrl,
    buildRoadGraph,
    onProgress: (_step, detail) => log(detail),
  });
  const added = { ...region, name: region.name ?? city.name };
  await withClient(firstUrl, (client) => regionsRepository(client).save(added));
  return added;
}
