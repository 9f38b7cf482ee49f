// Provides the demonstration city to tests: its road graph and tiles are built once on a machine and shared by all
// runs.
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildRoadGraph } from '../../../adapters/maps/valhalla/build-road-graph.ts';
import { workspaceRoot } from '../../../kit/package-root.ts';
import { CITY_FORMAT, hashFile } from '../city-folder.ts';
import { type ImportCityResult, importCity } from '../import-city.ts';

export const demonstrationCity = (): string => join(workspaceRoot(), 'data', 'montevideo.osm.pbf');

/** A lock older than this, in ms, was left by a run that was killed. */
const STALE_LOCK_MS = 90_000;
const LOOK_AGAIN_MS = 200;

/**
 * Imports Montevideo into the migrated database at `databaseUrl`; returns the data directory for the maps module. The
 * first caller on a machine builds the files, later callers only fill the tables.
 */
export async function ensureCity(
  databaseUrl: string,
): Promise<ImportCityResult & { readonly dataDir: string }> {
  const pbfPath = demonstrationCity();
  const hash = await hashFile(pbfPath);
  const dataDir = join(tmpdir(), `kerb-city-${hash.slice(0, 16)}-${CITY_FORMAT}`);
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(join(dataDir, 'lock'));
  try {
    return { ...(await importCity({ pbfPath, dataDir, databaseUrl, buildRoadGraph })), dataDir };
  } finally {
    await unlock();
  }
}

/** Creating a folder succeeds for exactly one process, on every operating system. */
async function lockFolder(lock: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(lock);
      return () => rm(lock, { recursive: true, force: true });
    } catch {
      const made = await stat(lock).catch(() => undefined);
      if (made && Date.now() - made.mtimeMs > STALE_LOCK_MS) await rm(lock, { recursive: true, force: true });
      else await pause(LOOK_AGAIN_MS);
    }
  }
}
