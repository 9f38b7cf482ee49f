// Which servers receive through Redis, by group of channels. A publisher uses Redis alone only while all of them do.

/** A heartbeat that arrived counts for so long. */
const LEASE_MS = 3_000;
/** A server that was noticed counts as running for so long, or until it says that it ends. */
const KNOWN_MS = 60_000;

/** Every server sends a heartbeat through PostgreSQL within this time, ms: a server that runs longer knows all others. */
export const LEARN_MS = 7_000;

export interface Reception {
  /** A server exists: PostgreSQL or Redis delivered something of it. */
  notice(server: string): void;
  /** A server ended. */
  forget(server: string): void;
  /**
   * A heartbeat of a server arrived through Redis; `receives`: its own heartbeats return to it. `stores`: what it
   * publishes can be read afterwards, which servers of earlier versions do not offer.
   */
  beat(group: number, server: string, receives: boolean, stores: boolean): void;
  /** A server says that it receives nothing through Redis in these groups. */
  lose(groups: readonly number[], server: string): void;
  /** Whether this server's own heartbeats return to it. */
  receivesHere(group: number): boolean;
  /** Whether this server and all others that are known receive, as seen from here. */
  allReceive(group: number): boolean;
  /** Whether all other servers are known, and what they publish can be read afterwards. */
  allStore(): boolean;
}

interface ReceptionOptions {
  /** How long after its creation other servers may still be unknown, ms. */
  learnMs?: number;
  /** ms */
  now?: () => number;
}

export function createReception(
  me: string,
  { learnMs = LEARN_MS, now = () => performance.now() }: ReceptionOptions = {},
): Reception {
  const startedAt = now();
  /** When each other server was noticed last. */
  const noticed = new Map<string, number>();
  /** When the last valid heartbeat came, by server and group. */
  const beats = new Map<string, Map<number, number>>();
  /** Servers whose messages are not stored. */
  const storeless = new Set<string>();

  function receives(server: string, group: number): boolean {
    const at = beats.get(server)?.get(group);
    return at !== undefined && now() - at < LEASE_MS;
  }
  function notice(server: string): void {
    if (server !== me) noticed.set(server, now());
  }
  function forget(server: string): void {
    noticed.delete(server);
    beats.delete(server);
    storeless.delete(server);
  }
  const isLearning = () => now() - startedAt < learnMs;
  function forgetOld(): void {
    for (const [server, at] of noticed) if (now() - at >= KNOWN_MS) forget(server);
  }
  return {
    notice,
    forget,
    beat(group, server, isReceiving, isStoring) {
      notice(server);
      if (isStoring) storeless.delete(server);
      else storeless.add(server);
      const ofServer = beats.get(server) ?? new Map<number, number>();
      beats.set(server, ofServer);
      if (isReceiving) ofServer.set(group, now());
      else ofServer.delete(group);
    },
    lose(groups, server) {
      for (const group of groups) beats.get(server)?.delete(group);
    },
    receivesHere: (group) => receives(me, group),
    allReceive(group) {
      forgetOld();
      if (isLearning()) return false;
      return receives(me, group) && [...noticed.keys()].every((server) => receives(server, group));
    },
    allStore() {
      forgetOld();
      return !isLearning() && storeless.size === 0;
    },
  };
}
