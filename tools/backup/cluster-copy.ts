// Copies the running embedded PostgreSQL cluster with the low-level base backup API, and the WAL that the copy needs.
// https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { serverVersion, withClient } from '../database/client.ts';
import { copyFile, copyIfExists, forEachAtOnce, listTree } from './copy-files.ts';
import type { BackedUpFile } from './manifest.ts';
import { walSegments } from './wal-segments.ts';

/** Name of the folder that contains the cluster, both in a data folder and in a backup. */
export const CLUSTER = 'postgres';
const CONTROL_FILE = 'global/pg_control';
const LABEL = 'backup_label';

/** Folders copied without their content, which PostgreSQL creates again at start; pg_wal is filled in by `copyWal`. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const leftOut = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp[^/]*)$|(^|\/)pgsql_tmp\//;
const HISTORY = /^[0-9A-F]{8}\.history$/;

const isCopied = (path: string): boolean =>
  path !== CONTROL_FILE && !leftOut.test(path) && !emptied.some((folder) => path.startsWith(`${folder}/`));

async function copyData(data: string, to: string): Promise<BackedUpFile[]> {
  const { files, folders } = await listTree(data);
  if (
    folders.some((folder) => folder.startsWith('pg_tblspc/')) ||
    (await readdir(join(data, 'pg_tblspc'))).length > 0
  )
    throw new Error('The cluster has tablespaces of its own; back it up with pg_basebackup.');
  for (const folder of folders.filter(isCopied))
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  const copied: BackedUpFile[] = [];
  await forEachAtOnce(files.filter(isCopied), async (path) => {
    const copy = await copyIfExists(join(data, path), join(to, path));
    if (copy !== null) copied.push({ path: `${CLUSTER}/${path}`, ...copy });
  });
  // Copied last, as pg_basebackup does, so that the control file is not older than the data files.
  const control = await copyFile(join(data, CONTROL_FILE), join(to, CONTROL_FILE));
  return [...copied, { path: `${CLUSTER}/${CONTROL_FILE}`, ...control }];
}

/** Throws when the copy lacks a file or folder without which PostgreSQL cannot start. */
function requireWhole(files: readonly BackedUpFile[]): void {
  for (const part of ['PG_VERSION', CONTROL_FILE, 'pg_xact/', 'pg_multixact/', 'base/', 'global/', 'pg_wal/'])
    if (!files.some(({ path }) => path.startsWith(`${CLUSTER}/${part}`)))
      throw new Error(`The copy of the database has no ${part}.`);
}

interface Stopped {
  /** The content of backup_label. */
  label: string;
  /** The names of all WAL segments that the copy needs. */
  segments: readonly string[];
}

async function copyWal(data: string, to: string, segments: readonly string[]): Promise<BackedUpFile[]> {
  const histories = (await readdir(join(data, 'pg_wal'))).filter((name) => HISTORY.test(name));
  const copied: BackedUpFile[] = [];
  for (const name of [...histories, ...segments]) {
    const copy = await copyFile(join(data, 'pg_wal', name), join(to, 'pg_wal', name));
    copied.push({ path: `${CLUSTER}/pg_wal/${name}`, ...copy });
  }
  return copied;
}

async function stopBackup(client: pg.Client): Promise<Stopped> {
  const { rows } = await client.query<{ lsn: string; labelfile: string; size: string }>(
    // `false`: does not wait for the WAL archive, because the WAL is copied from the cluster itself.
    `select lsn, labelfile, (select setting from pg_settings where name = 'wal_segment_size') as size
     from pg_backup_stop(false)`,
  );
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('PostgreSQL did not end the backup.');
  return {
    label: stopped.labelfile,
    segments: walSegments(stopped.labelfile, stopped.lsn, Number(stopped.size)),
  };
}

/** Copies the running cluster below `dataFolder` to `to`; returns the copied files and the version of PostgreSQL. */
export async function copyCluster(
  databaseUrl: string,
  dataFolder: string,
  to: string,
): Promise<{ files: BackedUpFile[]; postgres: string }> {
  const data = join(dataFolder, CLUSTER);
  const target = join(to, CLUSTER);
  return withClient(databaseUrl, async (client) => {
    await client.query('set statement_timeout = 0');
    // A temporary replication slot retains the WAL that PostgreSQL would otherwise recycle during the copy.
    const slot = `kerb_backup_${randomBytes(6).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    await client.query("select pg_backup_start('kerb', true)");
    const postgres = await serverVersion(client);
    await mkdir(target, { recursive: true, mode: 0o700 });
    const files = await copyData(data, target);
    const { label, segments } = await stopBackup(client);
    await writeFile(join(target, LABEL), label, { mode: 0o600, flush: true });
    files.push({
      path: `${CLUSTER}/${LABEL}`,
      bytes: Buffer.byteLength(label),
      sha256: createHash('sha256').update(label).digest('hex'),
    });
    files.push(...(await copyWal(data, target, segments)));
    requireWhole(files);
    return { files, postgres };
  });
}
