// Opens connections to one Redis, to a primary found through sentinels, or to a cluster, without reconnection.
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../../../redis-address.ts';

const CONNECT_WITHIN_MS = 2_000;
/** Timeout of a command, ms. */
const ANSWER_WITHIN_MS = 1_000;
/** Maximum number of retries of a cluster command; each waits 100 ms. */
const MAX_REDIRECTIONS = 3;

export type RedisClient = Redis | Cluster;

function optionsOf({ username, password, isEncrypted }: RedisAddress, name: string) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
    connectionName: name,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
  } satisfies RedisOptions;
}

function createClient(address: RedisAddress, name: string): RedisClient {
  const { nodes, isCluster, sentinelGroup, db } = address;
  const options = optionsOf(address, name);
  if (isCluster)
    return new Cluster([...nodes], {
      lazyConnect: true,
      enableOfflineQueue: false,
      // A cluster with a missing node is still usable for the slots of the other nodes.
      enableReadyCheck: false,
      shardedSubscribers: true,
      clusterRetryStrategy: () => null,
      slotsRefreshTimeout: CONNECT_WITHIN_MS,
      maxRedirections: MAX_REDIRECTIONS,
      // Uses the announced addresses of nodes without a DNS lookup, because certificates contain host names.
      dnsLookup: (host, done) => done(null, host),
      redisOptions: options,
    });
  const own: RedisOptions = {
    ...options,
    db,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  };
  if (sentinelGroup === null) return new Redis({ ...own, ...nodes[0] });
  return new Redis({
    ...own,
    sentinels: [...nodes],
    name: sentinelGroup,
    sentinelRetryStrategy: () => null,
    ...(address.isEncrypted ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  });
}

/** Rejects after `ms` unless the promise has settled; ioredis never settles some promises when a connection ends. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // setImmediate lets Node.js first read a response that arrived while this process was busy.
    timer = setTimeout(
      () => setImmediate(() => reject(new Error(`Redis did not answer within ${ms} ms`))),
      ms,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface ClientEvents {
  /** Called for an error after which the connection, or those to other nodes of a cluster, may still work. */
  onError(error: unknown): void;
  /** Called when the client has ended and cannot be used any more. */
  onEnd(): void;
}

/** Connects to Redis; rejects after a timeout. `events` are called only after the connection is established. */
export async function connectRedis(
  address: RedisAddress,
  name: string,
  events: ClientEvents,
): Promise<RedisClient> {
  const client = createClient(address, name);
  let lastError: unknown;
  let isConnected = false;
  client.on('error', (error: unknown) => {
    lastError = error;
    if (isConnected) events.onError(error);
  });
  try {
    await within(CONNECT_WITHIN_MS, client.connect());
  } catch (error) {
    client.disconnect();
    throw lastError ?? error;
  }
  isConnected = true;
  client.on('end', events.onEnd);
  return client;
}
