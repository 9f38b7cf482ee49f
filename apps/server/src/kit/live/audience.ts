// Who hears an internal topic: the connections, and under which of their own topics.
import type { Connection } from './connection.ts';

export function createAudience() {
  const byInternal = new Map<string, Map<Connection, Set<string>>>();

  return {
    join(connection: Connection, topic: string, internalTopics: Iterable<string>): void {
      for (const internal of internalTopics) {
        const hearers = byInternal.get(internal) ?? new Map<Connection, Set<string>>();
        byInternal.set(internal, hearers);
        hearers.set(connection, (hearers.get(connection) ?? new Set()).add(topic));
      }
    },

    leave(connection: Connection, topic: string, internalTopics: Iterable<string>): void {
      for (const internal of internalTopics) {
        const hearers = byInternal.get(internal);
        const topics = hearers?.get(connection);
        topics?.delete(topic);
        if (topics?.size === 0) hearers?.delete(connection);
        if (hearers?.size === 0) byInternal.delete(internal);
      }
    },

    isWatched: (internal: string): boolean => byInternal.has(internal),

    /** Calls once for each connection and topic of its own that one of the internal topics reaches. */
    reach(internalTopics: readonly string[], call: (connection: Connection, topic: string) => void): void {
      const reached = new Map<Connection, Set<string>>();
      for (const internal of internalTopics) {
        for (const [connection, topics] of byInternal.get(internal) ?? []) {
          const known = reached.get(connection) ?? new Set<string>();
          reached.set(connection, known);
          for (const topic of topics) {
            if (known.has(topic)) continue;
            known.add(topic);
            call(connection, topic);
          }
        }
      }
    },
  };
}

export type Audience = ReturnType<typeof createAudience>;
