// Makes a backup of an installation, running or not: its database, its files, its city and a demonstration's secret.
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

/** The path in a backup of the dump of a city's database; a null key for the first city. */
export const dumpOf = (key: string | null): string => (key === null ? DUMP : `regions/${key}/${DUMP}`);

/** The city of a dump; undefined for any other file. */
export function cityOfDump(path: string): string | null | undefined {
  if (path === DUMP) return null;
  return /^regions\/([^/]+)\/database\.dump$/.exec(path)?.[1];
}

const UNFINISHED = '.unfinished';
const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export interface BackupOptions {
  config: Config;
  /** The folder that holds the backups; each gets a folder of its own in it. */
  to: string;
  /** How many complete backups stay, this one included; all when undefined. */
  keep?: number | undefined;
  withCity: boolean;
  say: (line: string) => void;
}

export interface MadeBackup {
  folder: string;
  manifest: Manifest;
}

/** Such as 2026-11-26T17-40-12Z: sorted by name, they are in the order of time, on every file system. */
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
    args: ['--format=custom', '--file', next],
  });
  const copy = await copyFile(next, join(to, path));
  rmSync(next);
  return { files: [{ path, ...copy }], postgres };
}

/** Later copies replace earlier ones of the same path. */
function newestOf(files: readonly BackedUpFile[]): BackedUpFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** The folders of uploaded files or of maps, those of other cities included. */
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

/** Each city has a database of its own, dumped at a moment of its own. */
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

async function writeBackup({ config, withCity, say }: BackupOptions, to: string): Promise<Manifest> {
  const { dataFolder, databaseUrl } = config;
  const begunAt = new Date().toISOString();
  // Once before and once after the database: what it names is there, whether it was uploaded or erased meanwhile.
  const before = await copyFolders('files', dataFolder, to);
  const database = await withDatabase(config, 'making a backup', (url) =>
    databaseUrl === undefined ? copyCluster(url, dataFolder, to) : dumpCities(config, url, to),
  );
  say(`database: ${database.files.length} files of PostgreSQL ${database.postgres}`);
  const after = await copyFolders('files', dataFolder, to);
  const city = withCity ? await copyFolders('cities', dataFolder, to) : [];
  const single: BackedUpFile[] = [];
  for (const name of ['secret', `${CLUSTER}.json`]) {
    const copy = await copyIfExists(join(dataFolder, name), join(to, name));
    if (copy !== null) single.push({ path: name, ...copy });
  }
  const files = newestOf([...before, ...database.files, ...after, ...city, ...single]);
  say(
    `uploaded files: ${newestOf([...before, ...after]).length}; city: ${withCity ? `${city.length} files` : 'left out'}`,
  );
  return {
    format: 1,
    kerb: version(),
    source: sourceOf(dataFolder),
    kind: databaseUrl === undefined ? 'cluster' : 'dump',
    postgres: database.postgres,
    begunAt,
    endedAt: new Date().toISOString(),
    files,
  };
}

/** Several installations may have their backups in one folder. */
const sourceOf = (dataFolder: string): string => `${hostname()}:${dataFolder}`;

function removeOlder({ config, to, say }: BackupOptions, keep: number): void {
  const source = sourceOf(config.dataFolder);
  const complete = readdirSync(to)
    .filter((name) => BACKUP_NAME.test(name) && isCompleteOf(join(to, name), source))
    .sort();
  for (const name of complete.slice(0, Math.max(0, complete.length - keep))) {
    rmSync(join(to, name), { recursive: true, force: true });
    say(`removed ${name}`);
  }
}

/** What an interrupted backup of this installation left behind. */
function removeUnfinished(to: string): void {
  for (const name of readdirSync(to)) {
    const [, pid] = /\.(\d+)\.unfinished$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(to, name), { recursive: true, force: true });
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function isCompleteOf(folder: string, source: string): boolean {
  try {
    return readManifest(folder).source === source;
  } catch {
    return false;
  }
}

/** What is done after the backup is complete: a failure does not undo it. */
async function finish(options: BackupOptions, { folder, manifest }: MadeBackup): Promise<void> {
  const { config, say, keep } = options;
  const to = resolve(options.to);
  try {
    writeLastBackup(config.dataFolder, { at: manifest.endedAt, folder });
    await flushFolder(to);
    if (keep !== undefined) removeOlder({ ...options, to }, keep);
  } catch (error) {
    say(`after the backup: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * A backup that fails leaves nothing, and one that is interrupted a folder that the next backup removes. Its folder gets
 * its final name when it is complete.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const to = resolve(options.to);
  const folder = join(to, nameAt(new Date()));
  const unfinished = `${folder}.${process.pid}${UNFINISHED}`;
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
