// The database of the cluster: PostgreSQL, a replica that follows it, and PgBouncer in front, as an operator has them.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { startPgBouncer } from '../../apps/server/src/kit/testing/pgbouncer.ts';
import { makeReplica } from '../../apps/server/src/kit/testing/replica.ts';
import { withAdmin } from '../../apps/server/src/kit/testing/template.ts';

/** Connections of PgBouncer to PostgreSQL, for all servers together. */
const POOL_SIZE = 40;

export interface ClusterDatabase {
  /** The variables of the servers. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of PostgreSQL itself, as the user that owns the tables. */
  readonly directUrl: string;
}

/** What ends the programs, the last one first. */
export type Endings = (() => Promise<void>)[];

function asAppRole(address: string, password: string): string {
  const url = new URL(address);
  url.username = APP_ROLE;
  url.password = password;
  return url.toString();
}

export async function startDatabase(folder: string, endings: Endings): Promise<ClusterDatabase> {
  const home = join(folder, 'primary');
  const primary = await startEmbeddedPostgres({ folder: home, settings: { wal_keep_size: '1GB' } });
  endings.push(primary.stop);
  await withAdmin(primary.url(), (client) => client.query(`create database ${DATABASE_NAME}`));
  const directUrl = primary.url(DATABASE_NAME);
  await migrate(directUrl);
  await migrateJobs(directUrl);
  await ensureAppRole(directUrl);
  const password = randomBytes(16).toString('hex');
  await withAdmin(directUrl, (client) => client.query(`alter role ${APP_ROLE} login password '${password}'`));
  const replica = await makeReplica({
    primary: { url: directUrl, folder: home },
    folder: join(folder, 'replica'),
  });
  endings.push(replica.stop);
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
  };
}
