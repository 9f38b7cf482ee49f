// Disconnects the live sockets of ended sessions, on every server.
import type { NewEvent, StoredEvent } from '../outbox/outbox.repository.ts';

const NAME = 'session.ended';
/** For longer than a socket takes to open after its session was looked up. */
const REMEMBERED_MS = 60_000;

/** To be appended in the transaction that ends the sessions; it is published to no client. */
export const sessionsEnded = (sessionIds: readonly string[]): NewEvent => ({
  name: NAME,
  topics: [],
  data: { sessions: [...sessionIds] },
});

/** Remembers sessions that ended a moment ago, for sockets that were opening meanwhile. */
export function createEndedSessions(now: () => number = Date.now) {
  const endedAt = new Map<string, number>();
  return {
    /** The sessions that this event ends. */
    note(event: Pick<StoredEvent, 'name' | 'data'>): ReadonlySet<string> {
      if (event.name !== NAME || !Array.isArray(event.data.sessions)) return new Set();
      const ids = new Set(event.data.sessions.map(String));
      for (const id of ids) endedAt.set(id, now());
      return ids;
    },
    has: (sessionId: string): boolean => endedAt.has(sessionId),
    forgetOld(): void {
      for (const [id, at] of endedAt) if (now() - at > REMEMBERED_MS) endedAt.delete(id);
    },
  };
}
