// Examines what several servers share beside the database: the pooler, the replica and Redis.
import pg from 'pg';
import { connectRedis, within } from '../../apps/server/src/adapters/servers/redis/redis-client.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const CONNECT_WITHIN_MS = 5_000;
const REDIS_WITHIN_MS = 5_000;
/** Reads wait 200 ms for a replica; one that is this far behind answers none. */
const MOST_LAG_BYTES = 16 * 1024 * 1024;
const OLDEST_REDIS = 7;

type SharedConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'redis'>;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Reached {
  user: string;
  /** Of the cluster and the database in it. */
  identity: string;
}

const reachedBy = (url: string): Promise<Reached | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Reached>(
      `select current_user as user, system_identifier || '/' || oid as identity
       from pg_control_system(), pg_database where datname = current_database()`,
    );
    return rows[0];
  });

/** `directUrl` is of PostgreSQL itself. */
async function examinePooler(url: string, directUrl: string): Promise<Finding> {
  const advice = 'docs/operate.md, "Poolers and replicas".';
  try {
    const pooled = await reachedBy(url);
    const direct = await reachedBy(directUrl);
    if (pooled?.identity !== direct?.identity)
      return problem('pooler', 'it leads to another database than DATABASE_DIRECT_URL', advice);
    if (pooled?.user !== APP_ROLE)
      return problem('pooler', `it signs in as ${pooled?.user}, not as ${APP_ROLE}`, advice);
    return ok('pooler', 'leads to the database, under the role of the server');
  } catch (error) {
    return problem('pooler', reasonOf(error), advice);
  }
}

interface ReplicaState {
  follows: boolean;
  cluster: string;
  position: string | null;
}

const stateQuery = `
  select pg_is_in_recovery() as follows, system_identifier::text as cluster,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as position
  from pg_control_system()`;

const stateOf = (url: string): Promise<ReplicaState | undefined> =>
  withClient(url, async (client) => (await client.query<ReplicaState>(stateQuery)).rows[0]);

async function lagOf(primaryUrl: string, replayed: string | null): Promise<number> {
  return withClient(primaryUrl, async (client) => {
    const { rows } = await client.query<{ lag: string }>(
      'select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), $1::pg_lsn)::text as lag',
      [replayed],
    );
    return Math.max(0, Number(rows[0]?.lag));
  });
}

async function examineReplica(url: string, primaryUrl: string): Promise<Finding> {
  const advice = 'The primary answers its reads meanwhile. docs/operate.md, "Poolers and replicas".';
  try {
    const replica = await stateOf(url);
    const primary = await stateOf(primaryUrl);
    if (!replica?.follows) return problem('replica', 'it follows no primary', advice);
    if (replica.cluster !== primary?.cluster)
      return problem('replica', 'it is of another database cluster', advice);
    const lag = await lagOf(primaryUrl, replica.position);
    const found = `${Math.ceil(lag / 1024)} kB behind the primary`;
    return lag <= MOST_LAG_BYTES ? ok('replica', found) : warning('replica', found, advice);
  } catch (error) {
    return warning('replica', reasonOf(error), advice);
  }
}

async function examineRedis(address: NonNullable<Config['redis']>): Promise<Finding> {
  const advice = 'PostgreSQL carries its messages meanwhile. docs/runbooks.md, "KerbRedisLost".';
  try {
    const events = { onError: () => undefined, onEnd: () => undefined };
    const client = await within(REDIS_WITHIN_MS, connectRedis(address, 'kerb-doctor', events));
    try {
      const info = String(await within(REDIS_WITHIN_MS, client.info('server')));
      const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
      return Number.parseInt(version, 10) >= OLDEST_REDIS
        ? ok('redis', `version ${version}`)
        : warning('redis', `version ${version}`, 'Upgrade to Redis 7 or Valkey, which shard channels.');
    } finally {
      client.disconnect();
    }
  } catch (error) {
    return warning('redis', reasonOf(error), advice);
  }
}

/** Findings about the parts that the installation has; none where it is one server with its own database. */
export async function examineSharedParts(config: SharedConfig): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, redis } = config;
  const findings: Finding[] = [];
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined && databaseUrl !== databaseDirectUrl)
    findings.push(await examinePooler(databaseUrl, databaseDirectUrl));
  if (databaseReplicaUrl !== undefined && databaseDirectUrl !== undefined)
    findings.push(await examineReplica(databaseReplicaUrl, databaseDirectUrl));
  if (redis !== undefined) findings.push(await examineRedis(redis));
  return findings;
}
