// Opens another city in this server: connects its database, loads its map and creates its own application.
import { mkdirSync } from 'node:fs';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createEndings } from '../kit/endings.ts';
import type { Logger } from '../kit/observe/logger.ts';
import type { Tracing } from '../kit/observe/tracing.ts';
import type { SearchShare } from '../modules/dispatch/index.ts';
import { openConfiguredDatabase, prepareDatabase } from '../open-database.ts';
import { assertOwnDatabase } from '../seed/index.ts';
import { dutyInCity } from './duty-in-city.ts';
import { configOf, databaseUrlOf, type Region } from './region.ts';
import type { OpenRegion, Regions } from './run-regions.ts';

export interface OpenRegionDeps {
  /** Configuration of the first city. */
  config: Config & { secret: string };
  /** Direct address of the first city's database, without a pooler. */
  directUrl: string;
  regions: Pick<Regions, 'links' | 'dutyInOtherCities'>;
  searchShare: SearchShare;
  version: string;
  tracing: Tracing | null;
  logger: Logger;
}

/** Rejects when the city's database is missing or cannot be migrated, after closing what was opened. */
export async function openRegion(deps: OpenRegionDeps, region: Region): Promise<OpenRegion> {
  const { regions, searchShare, version, tracing, logger } = deps;
  const config = configOf(deps.config, region);
  const directUrl = databaseUrlOf(deps.directUrl, region.key);
  mkdirSync(config.dataFolder, { recursive: true });
  const endings = createEndings(logger);
  try {
    const role = await prepareDatabase(config, directUrl, logger);
    const database = openConfiguredDatabase({ config, directUrl, role, tracing, logger });
    await endings.add('The connections', database.close);
    await assertOwnDatabase(config.mode, database.queries);
    const app = await createApp({
      config,
      database,
      logger,
      version,
      tracing,
      searchShare,
      cityName: region.name,
      cityKey: region.key,
      ownDefaults: region.defaults,
      regions: () => regions.links(region.key),
      dutyElsewhere: regions.dutyInOtherCities(region.key),
      http: { listens: false },
    });
    await endings.add('The server', app.close);
    if (config.mode === 'demo') await app.seedDemonstration();
    await app.openCity();
    const host = await app.start();
    return {
      server: host.server.server,
      duty: dutyInCity(app.modules),
      registry: app.metrics.registry,
      drain: app.drain,
      close: endings.run,
    };
  } catch (error) {
    await endings.run();
    throw error;
  }
}
