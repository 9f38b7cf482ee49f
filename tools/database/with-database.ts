// Reaches the database of an installation from a command line, whether its server runs or not.
import { existsSync } from 'node:fs';
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

/**
 * Runs the work with the address of the database: DATABASE_DIRECT_URL, else DATABASE_URL, else Kerb's own in KERB_DATA,
 * which is started for it when the server does not run. `purpose` is what a server that starts meanwhile says the data folder is in use for.
 */
export async function withDatabase<T>(
  config: Config,
  purpose: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseDirectUrl) {
    await requireSessions(config.databaseDirectUrl, directVariable(config));
    return work(config.databaseDirectUrl);
  }
  const { dataFolder: folder } = config;
  const running = await runningPostgres(folder, DATABASE_NAME);
  if (running !== null) return work(running);
  if (!existsSync(join(folder, 'postgres')))
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
      return await work(postgres.url(DATABASE_NAME));
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}
