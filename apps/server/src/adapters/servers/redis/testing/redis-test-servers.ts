// Test environment that creates servers with a Redis and a database, for tests of messages between servers.
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../../../kit/testing/test-database.ts';
import { waitFor } from '../../../../kit/testing/wait-for.ts';
import { readRedisAddress } from '../../../../redis-address.ts';
import type { ListenerDeps } from '../../listeners.ts';
import { createPostgresServers } from '../../postgres/postgres-servers.ts';
import { createRedisServers, type RedisServers } from '../redis-servers.ts';

export const NAMESPACE = 'test';
export const timing = { beatMs: 200, reconnectMs: 200, learnMs: 1_000 };

export function createServerAt(
  url: string,
  { connectionString, pool }: Pick<TestDatabase, 'connectionString' | 'pool'>,
  reports: ListenerDeps,
): RedisServers {
  const id = randomUUID();
  return createRedisServers({
    address: readRedisAddress(url),
    namespace: NAMESPACE,
    id,
    createFallback: (onServer) =>
      createPostgresServers({
        connectionString,
        pool,
        ...reports,
        id,
        onServer,
        beat: { everyMs: 300, silentMs: 15_000 },
      }),
    ...reports,
    onChange: () => undefined,
    timing,
  });
}

export const untilAlone = (servers: readonly RedisServers[]): Promise<void> =>
  waitFor(() => servers.every((server) => server.usesRedisOnly()), 'all servers to use Redis alone').then(
    () => undefined,
  );
