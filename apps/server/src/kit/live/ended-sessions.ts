// Closes the live sockets of ended sessions, on every server.
import type { NewEvent, StoredEvent } from '../outbox/outbox.repository.ts';

const NAME = 'session.ended';
/** Longer than a socket takes to open after its session was validated. */
const REMEMBERED_MS = 60_000;

/** Append it in the transaction that ends the sessions. The event is not sent to clients. */
export const sessionsEnded = (sessionIds: readonly string[]): NewEvent => ({
  name: NAME,
  topics: [],
  data: { sessions: [...sessionIds] },
});

/** Remembers recently ended sessions, for sockets that were opening when their session ended. */
export function createEndedSessions(now: () => number = Date.now) {
  const endedAt = new Map<string, number>();
  return {
    /** Stores and returns the session ids in the event. */
    note(event: Pick<StoredEvent, 'name' | 'data'>): ReadonlySet<string> {
      if (event.name !== NAME || !Array.isArray(event.data.sessions)) return new Set();
      const ids = new Set(event.data.sessions.map(String));
      for (const id of ids) endedAt.set(id, now());
      return ids;
    },
    has: (sessionId: string): boolean => endedAt.has(sessionId),
    evictExpired(): void {
      for (const [id, at] of endedAt) if (now() - at > REMEMBERED_MS) endedAt.delete(id);
    },
  };
}
