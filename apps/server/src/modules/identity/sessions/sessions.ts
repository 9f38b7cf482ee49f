// Sessions: created at sign-in, resolved on every request, ended by sign-out, idle time or age.
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Ids,
  type Queries,
  type ResolveSession,
  readTogether,
  type Tx,
} from '../../../kit/index.ts';
import type { SecondFactorOf } from '../second-factor/second-factor-of.ts';
import { hashSessionToken, newSessionToken } from '../sign-in/secrets.ts';
import { usersRepository } from '../users/users.repository.ts';
import { sessionsRepository } from './sessions.repository.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const sessionLimits = {
  idleMs: 30 * DAY,
  absoluteMs: 180 * DAY,
  /** A request updates `last_seen_at` only when it is older than this, in ms. */
  touchMs: 10 * MINUTE,
} as const;

/**
 * Limits for admins and fleet admins, who can access other users' data and money. One day of idle time covers a shift
 * and the time until the next one.
 */
export const managerSessionLimits = {
  idleMs: DAY,
  absoluteMs: 7 * DAY,
} as const;

const isManager = (usertype: Usertype): boolean => usertype === 'admin' || usertype === 'fleetadmin';

/** Uses the user's current role, also when the role has changed since the session was opened. */
export function hasTimedOut(
  { usertype, createdAt, lastSeenAt }: { usertype: Usertype; createdAt: number; lastSeenAt: number },
  now: number,
): boolean {
  const { idleMs, absoluteMs } = isManager(usertype) ? managerSessionLimits : sessionLimits;
  return now - lastSeenAt >= idleMs || now - createdAt >= absoluteMs;
}

/** Longer than any browser's user agent; the rest is truncated. */
const USER_AGENT_LENGTH = 300;

/**
 * Opens a session and returns its token, of which only a hash is stored. Throws `require_approval` for a user who was
 * disabled or deleted since the caller read them: their sessions have just been ended, and this one must not be added
 * afterwards.
 */
export function createOpenSession({ clock, ids }: { clock: Clock; ids: Ids }) {
  return async function openSession(
    tx: Tx,
    uid: string,
    userAgent = '',
  ): Promise<{ id: string; token: string }> {
    if (!(await usersRepository(tx).lockApproved(uid))) throw new DomainError('require_approval');
    const sessions = sessionsRepository(tx);
    const id = ids.next();
    const token = newSessionToken();
    const now = clock.now();
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

export interface ResolveSessionDeps {
  db: Queries;
  clock: Clock;
  /** The second-factor state of the session; undefined when the user needs no second factor. */
  secondFactorOf: SecondFactorOf;
}

/** Sessions of calls at the same moment are read by one statement; none are cached. */
export function createResolveSession({ db, clock, secondFactorOf }: ResolveSessionDeps): ResolveSession {
  const sessions = sessionsRepository(db);
  const findLive = readTogether(async (hashes: readonly Buffer[]) => {
    const now = clock.now();
    const found = await sessions.findLive(hashes, now, now - sessionLimits.idleMs);
    return hashes.map((hash) => found.get(hash.toString('hex')) ?? null);
  });
  return async function resolveSession(token): Promise<Actor | null> {
    const session = await findLive(hashSessionToken(token));
    const now = clock.now();
    if (session === null || hasTimedOut(session, now)) return null;
    if (now - session.lastSeenAt > sessionLimits.touchMs) await sessions.touch(session.id, now);
    const secondFactor = await secondFactorOf(session);
    const actor: Actor = { uid: session.uid, usertype: session.usertype, sessionId: session.id };
    return secondFactor === undefined ? actor : { ...actor, secondFactor };
  };
}
