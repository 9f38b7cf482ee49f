// Backs up an installation, running or stopped: database, uploaded files, city data and the secret of a demonstration.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../apps/server/src/config.ts';
import { isAlive } from '../../apps/server/src/kit/process-info.ts';
import { version } from '../../apps/server/src/version.ts';
import { majorOf, serverVersion, withClient } from '../database/client.ts';
import { citiesOf, withDatabase } from '../database/with-database.ts';
import { CLUSTER, copyCluster } from './cluster-copy.ts';
import { copyFile, copyIfExists, copyTree } from './copy-files.ts';
import { runDatabaseProgram } from './database-programs.ts';
import { writeLastBackup } from './last-backup.ts';
import { type BackedUpFile, type Manifest, readManifest, writeManifest } from './manifest.ts';

const DUMP = 'database.dump';

/** Returns the path of a city's database dump inside a backup; `key` is null for the first city. */
export const dumpOf = (key: string | null): string => (key === null ? DUMP : `regions/${key}/${DUMP}`);

/** Returns the key of the city for the path of a dump, null for the first city; undefined for any other file. */
export function cityOfDump(path: string): string | null | undefined {
  if (path === DUMP) return null;
  return /^regions\/([^/]+)\/database\.dump$/.exec(path)?.[1];
}

const UNFINISHED = '.unfinished';
const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export interface BackupOptions {
  config: Config;
  /** The folder that contains all backups; each backup is a subfolder. */
  to: string;
  /** Number of complete backups to retain, including this one; undefined retains all. */
  keep?: number | undefined;
  withCity: boolean;
  log: (line: string) => void;
}

export interface MadeBackup {
  folder: string;
  manifest: Manifest;
}

/** Folder name such as 2026-11-26T17-40-12Z: valid on every file system, and sorting by name sorts by time. */
const nameAt = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

async function dumpDatabase(
  databaseUrl: string,
  to: string,
  path: string,
): Promise<{ files: BackedUpFile[]; postgres: string }> {
  const postgres = await withClient(databaseUrl, serverVersion);
  const next = join(to, `${path}.next`);
  mkdirSync(dirname(next), { recursive: true });
  await runDatabaseProgram('pg_dump', {
    databaseUrl,
    serverMajor: majorOf(postgres),
    // The unlogged table shows that nothing was lost, which is not so once the backup is restored.
    args: ['--format=custom', '--no-unlogged-table-data', '--file', next],
  });
  const copy = await copyFile(next, join(to, path));
  rmSync(next);
  return { files: [{ path, ...copy }], postgres };
}

/** Removes duplicate paths; the last entry of a path is used, because its copy replaced the earlier one. */
function newestOf(files: readonly BackedUpFile[]): BackedUpFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** Returns the folders of uploaded files (`files`) or of maps (`cities`) of all cities, relative to the data folder. */
function foldersOf(kind: 'files' | 'cities', dataFolder: string): string[] {
  const regions = join(dataFolder, 'regions');
  const keys = existsSync(regions) ? readdirSync(regions).sort() : [];
  return [kind, ...keys.map((key) => `regions/${key}/${kind}`)];
}

async function copyFolders(
  kind: 'files' | 'cities',
  dataFolder: string,
  to: string,
): Promise<BackedUpFile[]> {
  const copied: BackedUpFile[] = [];
  for (const folder of foldersOf(kind, dataFolder)) copied.push(...(await copyTree(folder, dataFolder, to)));
  return copied;
}

/** Dumps the database of each city, one after the other; the dumps are not one consistent snapshot. */
async function dumpCities(config: Config, firstUrl: string, to: string) {
  const files: BackedUpFile[] = [];
  let postgres = '';
  for (const { key, databaseUrl } of await citiesOf(config, firstUrl)) {
    const dumped = await dumpDatabase(databaseUrl, to, dumpOf(key));
    files.push(...dumped.files);
    postgres = dumped.postgres;
  }
  return { files, postgres };
}

async function writeBackup({ config, withCity, log }: BackupOptions, to: string): Promise<Manifest> {
  const { dataFolder, databaseUrl } = config;
  const begunAt = new Date().toISOString();
  // Uploaded files are copied before and after the database, so that the backup contains every file that the database
  // refers to, including those uploaded or deleted during the backup.
  const before = await copyFolders('files', dataFolder, to);
  const { source, ...database } = await withDatabase(config, 'making a backup', async (url) => ({
    source: await sourceOf(config, url),
    ...(await (databaseUrl === undefined ? copyCluster(url, dataFolder, to) : dumpCities(config, url, to))),
  }));
  log(`database: ${database.files.length} files of PostgreSQL ${database.postgres}`);
  const after = await copyFolders('files', dataFolder, to);
  const city = withCity ? await copyFolders('cities', dataFolder, to) : [];
  const single: BackedUpFile[] = [];
  for (const name of ['secret', `${CLUSTER}.json`]) {
    const copy = await copyIfExists(join(dataFolder, name), join(to, name));
    if (copy !== null) single.push({ path: name, ...copy });
  }
  const files = newestOf([...before, ...database.files, ...after, ...city, ...single]);
  log(
    `uploaded files: ${newestOf([...before, ...after]).length}; city: ${withCity ? `${city.length} files` : 'left out'}`,
  );
  return {
    format: 1,
    kerb: version(),
    source,
    kind: databaseUrl === undefined ? 'cluster' : 'dump',
    postgres: database.postgres,
    begunAt,
    endedAt: new Date().toISOString(),
    files,
  };
}

const machineSource = (dataFolder: string): string => `${hostname()}:${dataFolder}`;

/** The identifier of the database's cluster and its name; null where the user may not read the identifier. */
function databaseSource(databaseUrl: string): Promise<string | null> {
  return withClient(databaseUrl, async (client) => {
    const { rows: permissions } = await client.query<{ may: boolean }>(
      "select has_function_privilege('pg_control_system()', 'execute') as may",
    );
    if (!permissions[0]?.may) return null;
    const { rows } = await client.query<{ source: string }>(
      "select system_identifier || '/' || current_database() as source from pg_control_system()",
    );
    return rows[0]?.source ?? null;
  });
}

/**
 * Identifies the installation of a backup, because several installations may share one backup folder: an external
 * database by itself, which is the same from every machine and container, otherwise the machine and its data folder.
 */
export async function sourceOf(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  url: string,
): Promise<string> {
  const lasting = databaseUrl === undefined ? null : await databaseSource(url);
  return lasting ?? machineSource(dataFolder);
}

/** Removes the oldest backups of the installation that made `manifest`, also those that name the machine only. */
export function removeOlder(
  { config, to, log }: Pick<BackupOptions, 'config' | 'to' | 'log'>,
  { source }: Pick<Manifest, 'source'>,
  keep: number,
): void {
  const sources = [source, machineSource(config.dataFolder)];
  const complete = readdirSync(to)
    .filter((name) => BACKUP_NAME.test(name) && isCompleteOf(join(to, name), sources))
    .sort();
  for (const name of complete.slice(0, Math.max(0, complete.length - keep))) {
    rmSync(join(to, name), { recursive: true, force: true });
    log(`removed ${name}`);
  }
}

/** Names the machine and the process that write a backup. */
const unfinishedEnding = (pid: number): string => `.${hostname()}.${pid}${UNFINISHED}`;

/**
 * Removes the folders of backups of this machine whose process no longer runs. Those of other machines that share the
 * folder stay: their processes cannot be seen here.
 */
export function removeUnfinished(to: string): void {
  for (const name of readdirSync(to)) {
    const pid = Number(/\.(\d+)\.unfinished$/.exec(name)?.[1]);
    if (Number.isNaN(pid) || !name.endsWith(unfinishedEnding(pid)) || isAlive(pid)) continue;
    rmSync(join(to, name), { recursive: true, force: true });
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function isCompleteOf(folder: string, sources: readonly string[]): boolean {
  try {
    return sources.includes(readManifest(folder).source);
  } catch {
    return false;
  }
}

/** Records the complete backup and removes old ones. A failure is reported but leaves the backup valid. */
async function finish(options: BackupOptions, { folder, manifest }: MadeBackup): Promise<void> {
  const { config, log, keep } = options;
  const to = resolve(options.to);
  try {
    writeLastBackup(config.dataFolder, { at: manifest.endedAt, folder });
    await flushFolder(to);
    if (keep !== undefined) removeOlder({ config, to, log }, manifest, keep);
  } catch (error) {
    log(`after the backup: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Makes a backup in a temporary folder and renames it when it is complete. A failed backup removes the temporary
 * folder; the folder of an interrupted backup is removed by the next backup.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const to = resolve(options.to);
  const folder = join(to, nameAt(new Date()));
  const unfinished = `${folder}${unfinishedEnding(process.pid)}`;
  mkdirSync(to, { recursive: true });
  removeUnfinished(to);
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    const manifest = await writeBackup(options, unfinished);
    writeManifest(unfinished, manifest);
    renameSync(unfinished, folder);
    const made = { folder, manifest };
    await finish(options, made);
    return made;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
