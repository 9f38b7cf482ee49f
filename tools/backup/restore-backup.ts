// Restores a backup into an empty data folder, and verifies the ledger, its seals and every file.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../apps/server/src/config.ts';
import { lockData } from '../../apps/server/src/kit/data-lock.ts';
import { ensureAppRole, makeAppRole } from '../../apps/server/src/kit/db/app-role.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { newestSegment, recoverySettings } from '../../apps/server/src/kit/postgres/wal-archive.ts';
import type { Verification } from '../../apps/server/src/modules/ledger/index.ts';
import { databaseUrlOf } from '../../apps/server/src/regions/region.ts';
import { majorOf, serverVersion, withClient } from '../database/client.ts';
import { makeDatabase } from '../database/make-database.ts';
import { verifyInstallation, writeSealFiles } from '../ledger/verify-installation.ts';
import { CLUSTER } from './cluster-copy.ts';
import { copyIfExists, forEachAtOnce, hashOf, listTree } from './copy-files.ts';
import { runDatabaseProgram } from './database-programs.ts';
import { cityOfDump, dumpOf } from './make-backup.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { isBefore } from './wal-segments.ts';

/** Time limit for PostgreSQL to replay a long WAL archive: 6 hours. */
const RECOVERY_WITHIN_MS = 6 * 3_600_000;
const POLL_INTERVAL_MS = 100;

export interface RestoreOptions {
  config: Config;
  /** The folder of one backup. */
  from: string;
  /** Folder of the WAL archive to replay after the backup; undefined restores the state at the end of the backup. */
  wal?: string | undefined;
  /** Point in time to recover to; undefined recovers to the end of the archive. */
  until?: Date | undefined;
  /** Additional PostgreSQL settings during recovery. */
  settings?: Readonly<Record<string, string>>;
  log: (line: string) => void;
}

/** Files that a starting server creates, which do not make a data folder count as non-empty. */
const harmless = new Set(['.writable']);

const isEmptyFolder = (path: string): boolean =>
  lstatSync(path).isDirectory() && readdirSync(path).length === 0;

/** Empty folders in it are allowed: in a container they are the mount points of volumes. */
function requireEmpty(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names.filter((name) => !harmless.has(name) && !isEmptyFolder(join(folder, name)));
  if (found.length > 0)
    throw new Error(
      `${folder} is not empty. Restore into a new folder with KERB_DATA, look at it, and use it in place of the old one.`,
    );
}

function requireFitting({ config, wal, until }: RestoreOptions, { kind, endedAt }: Manifest): void {
  const { databaseUrl } = config;
  if (kind === 'cluster' && databaseUrl !== undefined)
    throw new Error("This is a backup of Kerb's own database: unset DATABASE_URL to restore it.");
  if (kind === 'dump' && databaseUrl === undefined)
    throw new Error('This is a dump: set DATABASE_URL to an empty database to restore it into.');
  if (kind === 'dump' && wal !== undefined)
    throw new Error("A dump has no WAL to go on from; use your PostgreSQL's own base backups for that.");
  if (until === undefined) return;
  if (wal === undefined) throw new Error('--until needs the WAL archive: --wal <folder>.');
  if (until.getTime() < Date.parse(endedAt))
    throw new Error(`This backup ended at ${endedAt}: an earlier moment needs an earlier backup.`);
}

/** Creates all folders of the cluster: PostgreSQL requires the empty ones too, with no access for other users. */
async function makeClusterFolders(from: string, to: string): Promise<void> {
  const { folders } = await listTree(join(from, CLUSTER));
  for (const folder of ['', ...folders])
    mkdirSync(join(to, CLUSTER, folder), { recursive: true, mode: 0o700 });
}

/** Copies the files and verifies their hashes; dumps are only verified. Throws when a file is missing or differs. */
async function copyVerified(from: string, { files }: Manifest, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const differs = (path: string) =>
    new Error(`The backup is damaged: ${path} has other content than when it was made.`);
  await forEachAtOnce(files, async ({ path, bytes, sha256 }) => {
    if (cityOfDump(path) !== undefined) {
      if ((await hashOf(join(from, path))) !== sha256) throw differs(path);
      return;
    }
    // Cluster files are not flushed one by one: PostgreSQL flushes its whole folder before recovery.
    const flush = !path.startsWith(`${CLUSTER}/`);
    const copied = await copyIfExists(join(from, path), join(to, path), { flush });
    if (copied === null) throw new Error(`The backup is damaged: ${path} is missing.`);
    if (copied.sha256 !== sha256 || copied.bytes !== bytes) throw differs(path);
  });
}

/** Polls until recovery has ended. `reason` returns the error of a PostgreSQL process that exited, otherwise ''. */
async function untilPromoted(databaseUrl: string, reason: () => string): Promise<void> {
  try {
    await withClient(databaseUrl, async (client) => {
      for (;;) {
        const { rows } = await client.query<{ recovering: boolean }>(
          'select pg_is_in_recovery() as recovering',
        );
        if (rows[0]?.recovering === false) return;
        await pause(POLL_INTERVAL_MS);
      }
    });
  } catch (error) {
    await pause(POLL_INTERVAL_MS);
    throw new Error(`The database did not recover: ${reason() || String(error)}`);
  }
}

/**
 * Throws when the replay ended before the newest segment. PostgreSQL treats an unreadable segment as the end of the
 * archive and reports no error.
 */
async function requireReached(databaseUrl: string, newest: string): Promise<void> {
  const read = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ end: string; size: string }>(
      `select pg_last_wal_replay_lsn() as end, setting as size from pg_settings where name = 'wal_segment_size'`,
    );
    return rows[0];
  });
  if (read !== undefined && isBefore(read.end, newest, Number(read.size)))
    throw new Error(
      `The archive goes on to ${newest}, but could be read up to ${read.end} only: a segment is missing or cannot be read.`,
    );
}

/** Replays the WAL, verifies the ledger and stops PostgreSQL; the next server start uses the recovered cluster. */
async function recoverCluster({ config, wal, until, settings, log }: RestoreOptions): Promise<Verification> {
  const { dataFolder: folder } = config;
  if (wal !== undefined) writeFileSync(join(folder, CLUSTER, 'recovery.signal'), '');
  const newest = wal === undefined ? null : newestSegment(wal);
  let ended = '';
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { ...(wal === undefined ? {} : recoverySettings(wal, folder, until)), ...settings },
    startWithinMs: RECOVERY_WITHIN_MS,
    onUnexpectedExit: (detail) => {
      ended = detail;
    },
  });
  try {
    await untilPromoted(postgres.url(), () => ended);
    if (newest !== null && until === undefined) await requireReached(postgres.url(), newest);
    const databaseUrl = postgres.url(DATABASE_NAME);
    // The backup does not contain the seal files of days that were sealed after it.
    const written = wal === undefined ? [] : await writeSealFiles(config, databaseUrl);
    if (written.length > 0) log(`wrote the files of the seals of ${written.join(', ')}`);
    return await verifyInstallation(config, databaseUrl);
  } finally {
    await postgres.stop();
  }
}

interface Target {
  databaseUrl: string;
  serverMajor: number;
}

const requireEmptyDatabase = (databaseUrl: string): Promise<Target> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ tables: string }>(
      `select count(*) as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    if (Number(rows[0]?.tables) > 0)
      throw new Error(
        `${new URL(databaseUrl).pathname.slice(1)} is not empty. Create a new database and restore into it.`,
      );
    return { databaseUrl, serverMajor: majorOf(await serverVersion(client)) };
  });

async function restoreDump(from: string, path: string, database: Target): Promise<void> {
  // In one transaction, so that a failed restore leaves the database empty. The application's role must exist before,
  // because the dump's row-level security policies refer to it.
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', join(from, path)];
  await makeAppRole(database.databaseUrl);
  await runDatabaseProgram('pg_restore', { ...database, args });
  await ensureAppRole(database.databaseUrl);
}

/**
 * Restores the dump of the first city, then creates and restores the databases of the other cities. Throws when the
 * user may not create databases, or when such a database already has tables.
 */
async function restoreDumps(
  { config, from }: RestoreOptions,
  { files }: Manifest,
  first: Target,
): Promise<Verification> {
  await restoreDump(from, dumpOf(null), first);
  for (const { path } of files) {
    const key = cityOfDump(path);
    if (key === undefined || key === null) continue;
    const databaseUrl = databaseUrlOf(first.databaseUrl, key);
    await makeDatabase(first.databaseUrl, databaseUrl);
    await restoreDump(from, path, await requireEmptyDatabase(databaseUrl));
  }
  return verifyInstallation(config, first.databaseUrl);
}

/** Removes all that the restore wrote. `before` are the names that existed: their folders are emptied. */
function removeRestored(folder: string, before: readonly string[]): void {
  for (const name of readdirSync(folder).filter((one) => !harmless.has(one))) {
    const path = join(folder, name);
    const written = before.includes(name) ? readdirSync(path).map((child) => join(path, child)) : [path];
    for (const one of written) rmSync(one, { recursive: true, force: true });
  }
}

export interface Restored {
  manifest: Manifest;
  verification: Verification;
}

/** Restores and verifies a backup. A failed restore removes everything that it wrote to the data folder. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, from, log } = options;
  const manifest = readManifest(from);
  requireFitting(options, manifest);
  requireEmpty(config.dataFolder);
  const { dataFolder, databaseDirectUrl } = config;
  const database = databaseDirectUrl === undefined ? null : await requireEmptyDatabase(databaseDirectUrl);
  mkdirSync(dataFolder, { recursive: true });
  const before = readdirSync(dataFolder);
  const lock = lockData(dataFolder, 'restoring a backup');
  try {
    if (manifest.kind === 'cluster') await makeClusterFolders(from, dataFolder);
    await copyVerified(from, manifest, dataFolder);
    log(`copied ${manifest.files.length} files, all as they were backed up`);
    const verification =
      database === null ? await recoverCluster(options) : await restoreDumps(options, manifest, database);
    lock.release();
    return { manifest, verification };
  } catch (error) {
    removeRestored(dataFolder, before);
    throw error;
  }
}
