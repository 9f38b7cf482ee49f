// Creates a streaming replica of an embedded PostgreSQL, in a separate folder on this machine.
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import { withAdmin } from './template.ts';

export interface ReplicaOptions {
  /** The running primary. */
  readonly primary: { readonly url: string; readonly folder: string };
  /** Folder of the replica, which must not exist yet. */
  readonly folder: string;
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Files of the running primary that must not be copied. */
const OWN_FILES = new Set(['postmaster.pid', 'postmaster.opts']);

/** Copies the running cluster like pg_basebackup, which the npm packages do not contain. */
async function copyCluster({ primary, folder }: ReplicaOptions): Promise<void> {
  const data = join(folder, 'postgres');
  mkdirSync(folder);
  await withAdmin(primary.url, async (client) => {
    await client.query("select pg_backup_start('replica', true)");
    cpSync(join(primary.folder, 'postgres'), data, {
      recursive: true,
      filter: (file) => !OWN_FILES.has(basename(file)),
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  writeFileSync(join(data, 'standby.signal'), '');
  // Users and passwords are those of the primary; the port is replaced, because it is in use.
  copyFileSync(join(primary.folder, 'postgres.json'), join(folder, 'postgres.json'));
}

const connectionOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
};

/** Creates and starts the replica. After a stop, `startReplica` with its folder starts it again. */
export async function makeReplica(options: ReplicaOptions): Promise<EmbeddedPostgres> {
  await copyCluster(options);
  return startReplica(options);
}

export const startReplica = ({ primary, folder, settings = {} }: ReplicaOptions): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ folder, settings: { primary_conninfo: connectionOf(primary.url), ...settings } });
