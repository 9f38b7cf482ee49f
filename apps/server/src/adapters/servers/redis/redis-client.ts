// Opens connections to one Redis, to the primary that sentinels know, or to a cluster. None reconnects by itself.
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../../../redis-address.ts';

const CONNECT_WITHIN_MS = 2_000;
/** A command without an answer by then has failed. */
const ANSWER_WITHIN_MS = 1_000;
/** Each retry of a command of a cluster waits 100 ms. */
const MOST_REDIRECTIONS = 3;

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
      // A cluster that lacks a node still serves the others.
      enableReadyCheck: false,
      shardedSubscribers: true,
      clusterRetryStrategy: () => null,
      slotsRefreshTimeout: CONNECT_WITHIN_MS,
      maxRedirections: MOST_REDIRECTIONS,
      // Certificates name hosts; addresses of nodes are used as they are.
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

/** Rejects after `ms` where the promise has not settled: ioredis leaves some unsettled when a connection ends. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy is read first.
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
  /** Something failed; the connection, or those to the other nodes of a cluster, may go on. */
  onError(error: unknown): void;
  /** The client is of no more use. */
  onEnd(): void;
}

/** Rejects when there is no connection in time; events come after that alone. */
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
