// Stores which connections subscribe to each internal topic, and under which client topics.
import type { Connection } from './connection.ts';

type WatchListener = (internal: string, isWatched: boolean) => void;

export function createAudience() {
  const byInternal = new Map<string, Map<Connection, Set<string>>>();
  const watchers = new Set<WatchListener>();
  const notify: WatchListener = (internal, isWatched) => {
    for (const listener of watchers) listener(internal, isWatched);
  };

  return {
    join(connection: Connection, topic: string, internalTopics: Iterable<string>): void {
      for (const internal of internalTopics) {
        const known = byInternal.get(internal);
        const subscribers = known ?? new Map<Connection, Set<string>>();
        byInternal.set(internal, subscribers);
        subscribers.set(connection, (subscribers.get(connection) ?? new Set()).add(topic));
        if (known === undefined) notify(internal, true);
      }
    },

    leave(connection: Connection, topic: string, internalTopics: Iterable<string>): void {
      for (const internal of internalTopics) {
        const subscribers = byInternal.get(internal);
        const topics = subscribers?.get(connection);
        topics?.delete(topic);
        if (topics?.size === 0) subscribers?.delete(connection);
        if (subscribers?.size !== 0) continue;
        byInternal.delete(internal);
        notify(internal, false);
      }
    },

    isWatched: (internal: string): boolean => byInternal.has(internal),

    /** Calls the listener when an internal topic gets its first subscriber and when it loses its last one. */
    onWatch(listener: WatchListener): void {
      watchers.add(listener);
    },

    /** Calls once for each connection and client topic that carries at least one of the internal topics. */
    reach(internalTopics: readonly string[], call: (connection: Connection, topic: string) => void): void {
      const audiences: ReadonlyMap<Connection, ReadonlySet<string>>[] = [];
      for (const internal of internalTopics) {
        const audience = byInternal.get(internal);
        if (audience !== undefined && !audiences.includes(audience)) audiences.push(audience);
      }
      for (const [index, audience] of audiences.entries()) {
        // One of the audiences before may have been called for the same topic.
        const before = audiences.slice(0, index);
        for (const [connection, topics] of audience)
          for (const topic of topics)
            if (!before.some((earlier) => earlier.get(connection)?.has(topic))) call(connection, topic);
      }
    },
  };
}

export type Audience = ReturnType<typeof createAudience>;
