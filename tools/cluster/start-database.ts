// Starts the database of the cluster as in production: PostgreSQL, a synchronous replica, a proxy that forwards to the
// current primary, and PgBouncer in front.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { APP_ROLE, makeAppRole } from '../../apps/server/src/kit/db/app-role.ts';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import {
  DATABASE_NAME,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/kit/postgres/embedded.ts';
import { startPgBouncer } from '../../apps/server/src/kit/testing/pgbouncer.ts';
import { makeReplica } from '../../apps/server/src/kit/testing/replica.ts';
import { withAdmin } from '../../apps/server/src/kit/testing/template.ts';
import { type DatabaseAddress, startDatabaseAddress } from './database-address.ts';

/** Maximum number of connections from PgBouncer to PostgreSQL, for all servers together. */
const POOL_SIZE = 40;
/** Connections of PgBouncer, and up to ten direct ones of each server. */
const CONNECTIONS = { max_connections: '120' };

export interface ClusterDatabase {
  /** Environment variables of the servers: the connection strings. */
  readonly variables: Readonly<Record<string, string>>;
  /** Connection string of the current primary, before and after a failover, as the owner of the tables. */
  readonly directUrl: string;
  /** Kills the primary, promotes its replica, and forwards the address there. Can be called once only. */
  failOver(): Promise<void>;
}

/** Functions that stop the programs; called in reverse order. */
export type Endings = (() => Promise<void>)[];

function asAppRole(address: string, password: string): string {
  const url = new URL(address);
  url.username = APP_ROLE;
  url.password = password;
  return url.toString();
}

/** Makes each commit wait until the replica has it, so that a failover loses no acknowledged change. */
async function waitForReplicaInCommits(primary: EmbeddedPostgres): Promise<void> {
  await withAdmin(primary.url(), async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
  });
}

async function failOver(primary: EmbeddedPostgres, replica: EmbeddedPostgres, address: DatabaseAddress) {
  process.kill(primary.pid, 'SIGKILL');
  await primary.stop();
  // Fences the former primary: processes of it that still run cannot reach any client.
  await address.leavePrimary();
  await withAdmin(replica.url(), (client) => client.query('select pg_promote()'));
  await address.leadToReplica();
}

async function makeTables(primaryUrl: string): Promise<void> {
  await migrate(primaryUrl);
  await migrateJobs(primaryUrl);
  await ensureAppRole(primaryUrl);
}

/** Without `hasTables` the first server creates the tables with its own migrations. */
export async function startDatabase(
  folder: string,
  endings: Endings,
  { hasTables }: { hasTables: boolean },
): Promise<ClusterDatabase> {
  const home = join(folder, 'primary');
  const settings = { wal_keep_size: '1GB', ...CONNECTIONS };
  const primary = await startEmbeddedPostgres({ folder: home, settings });
  endings.push(primary.stop);
  await withAdmin(primary.url(), (client) => client.query(`create database ${DATABASE_NAME}`));
  const primaryUrl = primary.url(DATABASE_NAME);
  await (hasTables ? makeTables(primaryUrl) : makeAppRole(primaryUrl));
  const password = randomBytes(16).toString('hex');
  await withAdmin(primaryUrl, (client) =>
    client.query(`alter role ${APP_ROLE} login password '${password}'`),
  );
  const replica = await makeReplica({
    primary: { url: primaryUrl, folder: home },
    folder: join(folder, 'replica'),
    settings: CONNECTIONS,
  });
  endings.push(replica.stop);
  await waitForReplicaInCommits(primary);
  const address = await startDatabaseAddress(folder, { primary: primaryUrl, replica: replica.url() });
  endings.push(address.stop);
  const directUrl = address.through(primaryUrl);
  const bouncer = await startPgBouncer({
    connectionString: directUrl,
    users: { [APP_ROLE]: password },
    poolSize: POOL_SIZE,
  });
  endings.push(bouncer.stop);
  return {
    directUrl,
    variables: {
      DATABASE_URL: asAppRole(bouncer.through(directUrl), password),
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_REPLICA_URL: asAppRole(replica.url(DATABASE_NAME), password),
    },
    failOver: () => failOver(primary, replica, address),
  };
}
