// Checks the components that several servers share: the connection pooler, the read replica and Redis.
import { connectRedis, within } from '../../apps/server/src/adapters/servers/redis/redis-client.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { databaseAt } from '../../apps/server/src/kit/db/index.ts';
import { reasonOf } from '../../apps/server/src/kit/reason-of.ts';
import { withClient } from '../database/client.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const REDIS_WITHIN_MS = 5_000;
/** Maximum lag of the replica: reads wait at most 200 ms for it, so one further behind serves no reads. */
const MAX_LAG_BYTES = 16 * 1024 * 1024;
const OLDEST_REDIS = 7;

type SharedConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl' | 'redis'>;

/** `url` is the URL of the pooler, `directUrl` that of PostgreSQL itself. */
async function examinePooler(url: string, directUrl: string): Promise<Finding> {
  const advice = 'docs/operate.md, "Poolers and replicas".';
  try {
    const pooled = await databaseAt(url);
    if (pooled.identity !== (await databaseAt(directUrl)).identity)
      return problem('pooler', 'it leads to another database than DATABASE_DIRECT_URL', advice);
    if (pooled.user !== APP_ROLE)
      return problem('pooler', `it signs in as ${pooled.user}, not as ${APP_ROLE}`, advice);
    return ok('pooler', 'leads to the database, under the role of the server');
  } catch (error) {
    return problem('pooler', reasonOf(error), advice);
  }
}

interface Replay {
  /** WAL position (LSN) that the replica has replayed; null at a primary. */
  position: string | null;
}

const replayAt = (url: string): Promise<Replay | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Replay>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position',
    );
    return rows[0];
  });

/** Returns the bytes of WAL that the primary has flushed after the position `replayed`. */
async function lagOf(primaryUrl: string, replayed: string): Promise<number> {
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
    const position = (await replayAt(url))?.position ?? null;
    if (position === null) return problem('replica', 'it follows no primary', advice);
    if ((await databaseAt(url)).identity !== (await databaseAt(primaryUrl)).identity)
      return problem('replica', 'it is of another database', advice);
    const lag = await lagOf(primaryUrl, position);
    const found = `${Math.ceil(lag / 1024)} kB behind the primary`;
    return lag <= MAX_LAG_BYTES ? ok('replica', found) : warning('replica', found, advice);
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

/** Returns findings for the configured components; an empty array for one server with its embedded database. */
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
