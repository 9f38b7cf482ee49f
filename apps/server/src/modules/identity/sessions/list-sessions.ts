// The user's open sessions, as listed in their profile.
import type { SessionView } from '@kerb/contract';
import type { Actor, Clock, Queries } from '../../../kit/index.ts';
import { deviceName } from './device-name.ts';
import { type KnownSession, sessionsRepository } from './sessions.repository.ts';
import { hasTimedOut, sessionLimits } from './sessions.ts';

const viewOf = ({ id, userAgent, createdAt, lastSeenAt }: KnownSession, current: string): SessionView => ({
  id,
  device: deviceName(userAgent),
  createdAt,
  lastSeenAt,
  current: id === current,
});

async function liveSessionsOf(db: Queries, { uid, usertype }: Actor, now: number): Promise<KnownSession[]> {
  const sessions = await sessionsRepository(db).liveOf(uid, now, now - sessionLimits.idleMs);
  return sessions.filter((session) => !hasTimedOut({ ...session, usertype }, now));
}

export function createListSessions({ db, clock }: { db: Queries; clock: Clock }) {
  return async function listSessions(actor: Actor): Promise<SessionView[]> {
    const sessions = await liveSessionsOf(db, actor, clock.now());
    return sessions.map((session) => viewOf(session, actor.sessionId));
  };
}

/** A session in the user's data export, with its User-Agent header. */
export type ExportedSession = SessionView & { userAgent: string };

/** Lists the sessions for the user's data export. */
export function createExportSessions({ db, clock }: { db: Queries; clock: Clock }) {
  return async function exportSessions(actor: Actor): Promise<ExportedSession[]> {
    const sessions = await liveSessionsOf(db, actor, clock.now());
    return sessions.map((session) => ({
      ...viewOf(session, actor.sessionId),
      userAgent: session.userAgent,
    }));
  };
}
