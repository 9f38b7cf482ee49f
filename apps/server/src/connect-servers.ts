// Connects this server to the other servers of the installation: through Redis when REDIS_URL is set and works, else
// through PostgreSQL.
import { createHmac, randomUUID } from 'node:crypto';
import { createPostgresServers } from './adapters/servers/postgres/postgres-servers.ts';
import { createRedisCounts } from './adapters/servers/redis/redis-counts.ts';
import { createRedisServers } from './adapters/servers/redis/redis-servers.ts';
import type { Config } from './config.ts';
import type { Database } from './kit/db/index.ts';
import type { Logger } from './kit/observe/logger.ts';
import type { Metrics } from './kit/observe/metrics.ts';
import type { OtherServers } from './ports/other-servers.ts';
import type { SharedCounts } from './ports/shared-counts.ts';
import { reportUnread } from './report-unread.ts';

interface ConnectDeps {
  config: Pick<Config, 'redis'> & { secret: string };
  database: Pick<Database, 'connectionString' | 'pool'>;
  logger: Logger;
  metrics: Pick<Metrics, 'observe' | 'messagesUnread'>;
}

/**
 * Derives the prefix of Redis names from the secret: servers with the same secret form one installation, and several
 * installations may share a Redis.
 */
const namespaceOf = (secret: string): string =>
  createHmac('sha256', secret).update('Kerb in Redis').digest('hex').slice(0, 16);

export function connectServers({ config, database, logger, metrics }: ConnectDeps): OtherServers {
  const id = randomUUID();
  const onError = (error: unknown) =>
    logger.warn({ err: error }, 'Messages to or from the other servers were lost');
  const onUnread = reportUnread({ logger, metrics });
  const createPostgres = (onServer?: (server: string) => void) => {
    const { connectionString, pool } = database;
    return createPostgresServers({
      connectionString,
      pool,
      onError,
      onUnread,
      id,
      ...(onServer === undefined ? {} : { onServer }),
    });
  };
  if (config.redis === undefined) return createPostgres();
  const servers = createRedisServers({
    address: config.redis,
    namespace: namespaceOf(config.secret),
    id,
    createFallback: createPostgres,
    onUnread,
    onError: (error) =>
      logger.warn({ err: error }, 'Redis failed; messages between servers are sent without it'),
    onChange(usesRedisOnly) {
      if (usesRedisOnly) logger.info('Messages to other servers go through Redis');
      else
        logger.warn(
          'Messages to other servers go through PostgreSQL, until all servers receive through Redis',
        );
    },
  });
  metrics.observe(
    'kerb_servers_over_redis',
    'Messages to other servers need Redis alone: 1, or PostgreSQL too: 0',
    () => (servers.usesRedisOnly() ? 1 : 0),
  );
  metrics.observe(
    'kerb_cells_subscribed',
    'Cells of the map, of 256, whose positions this server receives through Redis',
    servers.cellsSubscribed,
  );
  return servers;
}

/** Counts calls for rate limits over all servers; null without REDIS_URL, because then each server counts locally. */
export function connectCounts({
  config,
  logger,
}: Pick<ConnectDeps, 'config' | 'logger'>): SharedCounts | null {
  if (config.redis === undefined) return null;
  return createRedisCounts({
    address: config.redis,
    namespace: namespaceOf(config.secret),
    onError: (error) => logger.warn({ err: error }, 'Redis failed; this server counts calls for itself'),
  });
}
