// A streaming replica of an embedded PostgreSQL, in a folder of its own on this machine.
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import { withAdmin } from './template.ts';

export interface ReplicaOptions {
  /** Of the primary, which runs. */
  readonly primary: { readonly url: string; readonly folder: string };
  /** Does not exist yet. */
  readonly folder: string;
  /** Settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Files of the running primary that a copy must not have. */
const OWN_FILES = new Set(['postmaster.pid', 'postmaster.opts']);

/** Copies the running cluster as pg_basebackup does, which the packages of npm do not have. */
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
  // The users and their passwords are those of the primary; the port is changed, because it is taken.
  copyFileSync(join(primary.folder, 'postgres.json'), join(folder, 'postgres.json'));
}

const connectionOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
};

/** Makes the replica and starts it; `startReplica` with its folder again starts it after a stop. */
export async function makeReplica(options: ReplicaOptions): Promise<EmbeddedPostgres> {
  await copyCluster(options);
  return startReplica(options);
}

export const startReplica = ({ primary, folder, settings = {} }: ReplicaOptions): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ folder, settings: { primary_conninfo: connectionOf(primary.url), ...settings } });
