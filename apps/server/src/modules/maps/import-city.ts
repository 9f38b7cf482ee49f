// Imports a city from a .osm.pbf file; the previous city stays in use until the import has succeeded.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { forkProgram } from '../../kit/fork-program.ts';
import type { BuildRoadGraph } from '../../ports/roads.ts';
import {
  activateCity,
  activeCity,
  type City,
  cityByFile,
  dropOtherCities,
  lockImports,
} from './city.repository.ts';
import {
  CITY_FORMAT,
  type CityKey,
  citiesFolder,
  cityFolder,
  hashFile,
  isCityReady,
  roadGraphFolder,
  streetGraphFile,
} from './city-folder.ts';
import { CityFileError } from './osm/read-osm-pbf.ts';
import type { ChildJob, ChildMessage } from './prepare-city.child.ts';
import type { OnProgress, PrepareJob, PrepareResult } from './prepare-city.ts';
import { isStreetGraphUsable } from './street-graph.ts';

export interface ImportCityOptions {
  readonly pbfPath: string;
  /** The server's data directory; the city is stored in its folder `cities`. */
  readonly dataDir: string;
  /** Connection string of a migrated database. */
  readonly databaseUrl: string;
  readonly buildRoadGraph: BuildRoadGraph;
  /** Does nothing when the city in use is of another file; for a start, whose file is only that of the first city. */
  readonly keepExisting?: boolean;
  readonly onProgress?: OnProgress;
}

export type ImportCityResult =
  | { readonly imported: false; readonly city: City }
  | { readonly imported: true; readonly city: City; readonly contents: CityContents };

export interface CityContents extends PrepareResult {
  /** False on platforms without a routing program, where routes are great-circle estimates. */
  readonly hasRoadGraph: boolean;
}

/**
 * Does nothing when the same file is already the city in use. Throws CityFileError, with a reason for the operator,
 * when the file is missing, damaged, empty or without roads; nothing is changed then.
 */
export async function importCity(options: ImportCityOptions): Promise<ImportCityResult> {
  const { pbfPath, dataDir, databaseUrl, onProgress } = options;
  await rejectMissing(pbfPath);
  const key = { fileHash: await hashFile(pbfPath), format: CITY_FORMAT };
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'kerb-map-import' });
  await db.connect();
  try {
    await lockImports(db);
    const same = await cityByFile(db, key);
    if (same && isCityReady(dataDir, key)) {
      await ensureStreetGraph(options, key);
      return { imported: false, city: same };
    }
    const before = await activeCity(db);
    // Also when its files are missing here: another server may have them, and all servers would change the city.
    const isOther = before && before.fileHash !== key.fileHash;
    if (options.keepExisting && isOther) return { imported: false, city: before };
    await dropOtherCities(db, before ? [before.id] : []);
    await mkdir(citiesFolder(dataDir), { recursive: true });
    await removeLeftovers(dataDir, [key, ...(before ? [before] : [])]);
    try {
      const contents = isCityReady(dataDir, key)
        ? await fillTablesOnly(options, key)
        : await buildCity(options, key);
      onProgress?.('switch', `Switching to ${contents.name}`);
      await activateCity(db, contents.cityId);
      const city = await activeCity(db);
      if (!city) throw new Error('No city is in use after the import');
      return { imported: true, city, contents };
    } catch (error) {
      await dropOtherCities(db, before ? [before.id] : []);
      throw error;
    }
  } finally {
    await db.end();
  }
}

function jobOf({ pbfPath, databaseUrl }: ImportCityOptions, key: CityKey, folder: string | null): PrepareJob {
  const fallbackName = basename(pbfPath).replace(/([-.](latest|osm|pbf))+$/, '');
  return { kind: 'city', pbfPath, fileHash: key.fileHash, fallbackName, folder, databaseUrl };
}

/** Fills the tables only, when the files exist: the database was recreated, or another server has imported the city. */
async function fillTablesOnly(options: ImportCityOptions, key: CityKey): Promise<CityContents> {
  const onProgress = options.onProgress ?? (() => undefined);
  await ensureStreetGraph(options, key);
  const prepared = await prepareInChild(jobOf(options, key, null), onProgress);
  const hasRoadGraph = existsSync(roadGraphFolder(cityFolder(options.dataDir, key)));
  return { ...prepared, hasRoadGraph };
}

/**
 * Writes the road graph of a city that was imported without one, or whose graph file is damaged. The router computes
 * arrival times without it, so a failure does not fail the import.
 */
async function ensureStreetGraph(
  { pbfPath, dataDir, onProgress }: ImportCityOptions,
  key: CityKey,
): Promise<void> {
  const file = streetGraphFile(cityFolder(dataDir, key));
  if (await isStreetGraphUsable(file)) return;
  onProgress?.('streets', 'Collecting the roads for arrival times');
  try {
    await runChild({ kind: 'street-graph', pbfPath, file }, () => undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onProgress?.('streets', `The roads for arrival times could not be written: ${reason}`);
  }
}

/** Builds the road graph and the tables in parallel; an invalid file fails with its own reason. */
async function buildCity(options: ImportCityOptions, key: CityKey): Promise<CityContents> {
  const onProgress = options.onProgress ?? (() => undefined);
  const folder = await mkdtemp(join(citiesFolder(options.dataDir), '.building-'));
  try {
    const [prepared, graph] = await Promise.allSettled([
      prepareInChild(jobOf(options, key, folder), onProgress),
      options.buildRoadGraph(options.pbfPath, roadGraphFolder(folder)),
    ]);
    if (prepared.status === 'rejected') throw prepared.reason;
    if (graph.status === 'rejected') throw graph.reason;
    onProgress('roads', graph.value ? 'Road graph built' : 'No routing program fits this platform');
    await rename(folder, cityFolder(options.dataDir, key));
    return { ...prepared.value, hasRoadGraph: graph.value };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function rejectMissing(pbfPath: string): Promise<void> {
  const info = await stat(pbfPath).catch(() => undefined);
  if (!info?.isFile()) throw new CityFileError(`There is no file ${pbfPath}.`);
  if (info.size === 0) throw new CityFileError('The file is empty.');
}

/** Removes folders of interrupted imports and of previous cities. */
async function removeLeftovers(dataDir: string, keep: readonly CityKey[]): Promise<void> {
  const remaining = keep.map((key) => basename(cityFolder(dataDir, key)));
  for (const name of await readdir(citiesFolder(dataDir))) {
    if (!remaining.includes(name))
      await rm(join(citiesFolder(dataDir), name), { recursive: true, force: true });
  }
}

const startChild = (): ChildProcess =>
  forkProgram(import.meta.url, 'prepare-city.child', {
    execArgv: ['--max-old-space-size=4096'],
    stdio: 'inherit',
  });

async function prepareInChild(job: PrepareJob, onProgress: OnProgress): Promise<PrepareResult> {
  const result = await runChild(job, onProgress);
  if (result === null) throw new Error('The import answered no result');
  return result;
}

function runChild(job: ChildJob, onProgress: OnProgress): Promise<PrepareResult | null> {
  return new Promise((resolve, reject) => {
    const child = startChild();
    child.on('message', (message: ChildMessage) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.step, message.detail);
        case 'done':
          return resolve(message.result);
        case 'refused':
          return reject(new CityFileError(message.reason));
        case 'failed':
          return reject(new Error(`The city could not be imported: ${message.reason}`));
      }
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The import ended early (exit ${code})`)));
    child.send(job);
  });
}
