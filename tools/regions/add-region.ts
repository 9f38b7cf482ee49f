// Adds another city to an installation, while its servers run or not: its database, its map, and its place in the list.
import { existsSync, mkdirSync } from 'node:fs';
import pg from 'pg';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { migrate } from '../../apps/server/src/kit/db/index.ts';
import { asPgError } from '../../apps/server/src/kit/db/pg-error.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import { databaseUrlOf, dataFolderOf, type Region } from '../../apps/server/src/regions/region.ts';
import { regionsRepository } from '../../apps/server/src/regions/regions.repository.ts';
import { withClient } from '../database/client.ts';

export interface AddRegionOptions {
  region: Omit<Region, 'name'> & { name: string | undefined };
  /** An .osm.pbf file. */
  mapFile: string;
  /** The first city's database: the address of PostgreSQL itself. */
  firstUrl: string;
  /** The first city's data folder. */
  dataFolder: string;
  say: (line: string) => void;
}

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Throws a sentence where the user may not make databases. */
async function makeDatabase(firstUrl: string, name: string): Promise<void> {
  await withClient(firstUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)}`);
    } catch (error) {
      if (asPgError(error)?.code !== '42501') throw error;
      throw new Error(
        `The database user may not make databases. Make ${name} yourself, owned by that user, and try again.`,
      );
    }
  });
}

async function refuseTakenHost(firstUrl: string, { key, host }: Pick<Region, 'key' | 'host'>): Promise<void> {
  const open = await withClient(firstUrl, (client) => regionsRepository(client).open());
  const taken = open.find((one) => one.host === host && one.key !== key);
  if (taken) throw new Error(`${taken.name} already has the host ${host}.`);
}

/**
 * Running servers open the city within seconds of the end. A city that was added or closed before is opened with the
 * data that it has. Throws, and adds nothing to the list, when the map is refused.
 */
export async function addRegion({
  region,
  mapFile,
  firstUrl,
  dataFolder,
  say,
}: AddRegionOptions): Promise<Region> {
  if (!existsSync(mapFile)) throw new Error(`There is no file ${mapFile}.`);
  await migrate(firstUrl);
  await refuseTakenHost(firstUrl, region);
  const databaseUrl = databaseUrlOf(firstUrl, region.key);
  await makeDatabase(firstUrl, nameIn(databaseUrl));
  await migrate(databaseUrl);
  await migrateJobs(databaseUrl);
  const dataDir = dataFolderOf(dataFolder, region.key);
  mkdirSync(dataDir, { recursive: true });
  const { city } = await importCity({
    pbfPath: mapFile,
    dataDir,
    databaseUrl,
    buildRoadGraph,
    onProgress: (_step, detail) => say(detail),
  });
  const added = { ...region, name: region.name ?? city.name };
  await withClient(firstUrl, (client) => regionsRepository(client).save(added));
  return added;
}
