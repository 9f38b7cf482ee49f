// Gives command-line tools access to the database of an installation, whether its server is running or not.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, directVariable } from '../../apps/server/src/config.ts';
import { lockData } from '../../apps/server/src/kit/data-lock.ts';
import { requireSessions } from '../../apps/server/src/kit/db/index.ts';
import {
  DATABASE_NAME,
  runningPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/kit/postgres/embedded.ts';
import { archiveSettings } from '../../apps/server/src/kit/postgres/wal-archive.ts';
import { demonstrationSecret } from '../../apps/server/src/kit/secret.ts';
import { configOf, databaseUrlOf, type Region } from '../../apps/server/src/regions/region.ts';
import { regionsRepository } from '../../apps/server/src/regions/regions.repository.ts';
import { withClient } from './client.ts';
import { makeDatabase } from './make-database.ts';

/** The database URL and the configuration of a city of the installation. */
export interface CityAccess {
  /** Null for the first city. */
  key: string | null;
  databaseUrl: string;
  config: Config;
}

function inRegion(config: Config, firstUrl: string, region: Region): CityAccess {
  const secret = config.secret ?? demonstrationSecret(config.dataFolder);
  return {
    key: region.key,
    databaseUrl: databaseUrlOf(firstUrl, region.key),
    config: configOf({ ...config, secret }, region),
  };
}

/**
 * Returns the first city and all others that have data, including closed ones. A database of a version without the
 * `regions` table has only the first city.
 */
export async function citiesOf(config: Config, firstUrl: string): Promise<CityAccess[]> {
  const regions = await withClient(firstUrl, async (client) => {
    const { rows } = await client.query<{ known: boolean }>(
      "select to_regclass('public.regions') is not null as known",
    );
    return rows[0]?.known ? regionsRepository(client).withData() : [];
  });
  const first: CityAccess = { key: null, databaseUrl: firstUrl, config };
  return [first, ...regions.map((region) => inRegion(config, firstUrl, region))];
}

/** Like `withDatabase`, for the city with this key, or for the first city without a key. Throws for an unknown key. */
export function withCity<T>(
  config: Config,
  { key, purpose }: { key: string | undefined; purpose: string },
  work: (city: CityAccess) => Promise<T>,
): Promise<T> {
  return withDatabase(config, purpose, async (firstUrl) => {
    if (key === undefined) return work({ key: null, databaseUrl: firstUrl, config });
    const region = await withClient(firstUrl, (client) => regionsRepository(client).find(key));
    if (region === null) throw new Error(`There is no city ${key}. npm run region -- list`);
    return work(inRegion(config, firstUrl, region));
  });
}

/**
 * Runs `work` with the URL of the database: DATABASE_DIRECT_URL, else DATABASE_URL, else the embedded PostgreSQL in
 * KERB_DATA, which is started and stopped here unless the server is running. Meanwhile the data folder is locked:
 * `purpose` is the reason that a server reports when it cannot start because of the lock. Without an embedded PostgreSQL
 * in the folder it throws an error for the operator, or with `createMissing` creates the first, with an empty database.
 */
export async function withDatabase<T>(
  config: Config,
  purpose: string,
  work: (databaseUrl: string) => Promise<T>,
  { createMissing = false }: { createMissing?: boolean } = {},
): Promise<T> {
  if (config.databaseDirectUrl) {
    await requireSessions(config.databaseDirectUrl, directVariable(config));
    return work(config.databaseDirectUrl);
  }
  const { dataFolder: folder } = config;
  const running = await runningPostgres(folder, DATABASE_NAME);
  if (running !== null) return work(running);
  if (createMissing) mkdirSync(folder, { recursive: true });
  else if (!existsSync(join(folder, 'postgres')))
    throw new Error(
      `There is no database in ${folder}. Set KERB_DATA or DATABASE_URL to those of the installation.`,
    );
  const lock = lockData(folder, purpose);
  try {
    const { walArchive } = config;
    const postgres = await startEmbeddedPostgres({
      folder,
      settings: walArchive === undefined ? {} : archiveSettings(walArchive, folder),
    });
    try {
      const url = postgres.url(DATABASE_NAME);
      if (createMissing) await makeDatabase(postgres.url(), url);
      return await work(url);
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
