// Sessions: opened at sign-in, resolved on every request, ended by sign-out, idleness or age.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Clock, Ids, Queries, ResolveSession, Tx } from '../../../kit/index.ts';
import { usersRepository } from '../people/users.repository.ts';
import { hashSessionToken, newSessionToken } from '../sign-in/secrets.ts';
import { sessionsRepository } from './sessions.repository.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const sessionLimits = {
  idleMs: 30 * DAY,
  absoluteMs: 180 * DAY,
  /** How stale `last_seen_at` may grow before a request writes it. */
  touchMs: 10 * MINUTE,
} as const;

/** Longer than any browser's; what a client makes up beyond it is not kept. */
const USER_AGENT_LENGTH = 300;

/**
 * Opens a session and returns its token, which is kept nowhere. Throws `require_approval` for somebody who was
 * disabled or deleted since they were looked at: their sessions have just been ended, and this one would not be.
 */
export function createOpenSession({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async (tx: Tx, uid: string, userAgent = ''): Promise<{ id: string; token: string }> => {
    if (!(await usersRepository(tx).holdApproved(uid))) throw new DomainError('require_approval');
    const sessions = sessionsRepository(tx);
    const [id, token, now] = [ids.next(), newSessionToken(), clock.now()];
    await sessions.removeEnded(now, now - sessionLimits.idleMs);
    await sessions.add({
      id,
      tokenHash: hashSessionToken(token),
      uid,
      now,
      expiresAt: now + sessionLimits.absoluteMs,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
    });
    return { id, token };
  };
}

export function createResolveSession({ db, clock }: { db: Queries; clock: Clock }): ResolveSession {
  const sessions = sessionsRepository(db);
  return async (token): Promise<Actor | null> => {
    const now = clock.now();
    const session = await sessions.findLive(hashSessionToken(token), now, now - sessionLimits.idleMs);
    if (session === null) return null;
    if (now - session.lastSeenAt > sessionLimits.touchMs) await sessions.touch(session.id, now);
    return { uid: session.uid, usertype: session.usertype, sessionId: session.id };
  };
}
