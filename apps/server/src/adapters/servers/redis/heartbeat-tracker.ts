// Tracks by heartbeats which servers receive through Redis, by channel group. A publisher uses Redis alone only while
// all servers do.

/** Time for which a heartbeat is valid, ms. */
const LEASE_MS = 3_000;
/** Time after its last message for which a server counts as running unless it has announced its end, ms. */
const KNOWN_MS = 60_000;

/**
 * Time within which every server sends a heartbeat through PostgreSQL, ms; a server that has run longer knows all
 * others.
 */
export const LEARN_MS = 7_000;

export interface HeartbeatTracker {
  /** Records that a server runs, because PostgreSQL or Redis delivered a message from it. */
  recordServer(server: string): void;
  /** Removes a server that has ended. */
  removeServer(server: string): void;
  /**
   * Records a heartbeat received through Redis. `receives`: the sender receives its own heartbeats. `stores`: the
   * sender stores its latest messages in Redis, which servers of earlier versions do not.
   */
  recordHeartbeat(group: number, server: string, receives: boolean, stores: boolean): void;
  /** Records that a server does not receive these groups through Redis. */
  recordLoss(groups: readonly number[], server: string): void;
  /** Whether this server receives its own heartbeats in the group. */
  receivesHere(group: number): boolean;
  /** Whether this server and all other servers receive the group, as far as this server knows. */
  allReceive(group: number): boolean;
  /** Whether all other servers are known and store their latest messages. */
  allStore(): boolean;
}

interface HeartbeatTrackerOptions {
  /** Time after the creation in which other servers may still be unknown, ms. */
  learnMs?: number;
  /** Monotonic clock, ms. */
  now?: () => number;
}

export function createHeartbeatTracker(
  me: string,
  { learnMs = LEARN_MS, now = () => performance.now() }: HeartbeatTrackerOptions = {},
): HeartbeatTracker {
  const startedAt = now();
  /** Time of the last message of each other server. */
  const noticed = new Map<string, number>();
  /** Time of the last valid heartbeat, by server and group. */
  const beats = new Map<string, Map<number, number>>();
  /** Servers that do not store their latest messages. */
  const storeless = new Set<string>();

  function receives(server: string, group: number): boolean {
    const at = beats.get(server)?.get(group);
    return at !== undefined && now() - at < LEASE_MS;
  }
  function recordServer(server: string): void {
    if (server !== me) noticed.set(server, now());
  }
  function removeServer(server: string): void {
    noticed.delete(server);
    beats.delete(server);
    storeless.delete(server);
  }
  const isLearning = () => now() - startedAt < learnMs;
  function evictExpired(): void {
    for (const [server, at] of noticed) if (now() - at >= KNOWN_MS) removeServer(server);
  }
  return {
    recordServer,
    removeServer,
    recordHeartbeat(group, server, isReceiving, isStoring) {
      recordServer(server);
      if (isStoring) storeless.delete(server);
      else storeless.add(server);
      const ofServer = beats.get(server) ?? new Map<number, number>();
      beats.set(server, ofServer);
      if (isReceiving) ofServer.set(group, now());
      else ofServer.delete(group);
    },
    recordLoss(groups, server) {
      for (const group of groups) beats.get(server)?.delete(group);
    },
    receivesHere: (group) => receives(me, group),
    allReceive(group) {
      evictExpired();
      if (isLearning()) return false;
      return receives(me, group) && [...noticed.keys()].every((server) => receives(server, group));
    },
    allStore() {
      evictExpired();
      return !isLearning() && storeless.size === 0;
    },
  };
}
