// The user's open sessions, as listed in their profile.
import type { SessionView } from '@kerb/contract';
import type { Actor, Clock, Queries } from '../../../kit/index.ts';
import { deviceName } from './device-name.ts';
import { type KnownSession, sessionsRepository } from './sessions.repository.ts';
import { sessionLimits } from './sessions.ts';

const viewOf = ({ id, userAgent, createdAt, lastSeenAt }: KnownSession, current: string): SessionView => ({
  id,
  device: deviceName(userAgent),
  createdAt,
  lastSeenAt,
  current: id === current,
});

export function createListSessions({ db, clock }: { db: Queries; clock: Clock }) {
  return async function listSessions({ uid, sessionId }: Actor): Promise<SessionView[]> {
    const now = clock.now();
    const sessions = await sessionsRepository(db).liveOf(uid, now, now - sessionLimits.idleMs);
    return sessions.map((session) => viewOf(session, sessionId));
  };
}

/** A session in the own export, with what the browser or app called itself. */
export type ExportedSession = SessionView & { userAgent: string };

/** The sessions for the own export. */
export function createExportSessions({ db, clock }: { db: Queries; clock: Clock }) {
  return async function exportSessions({ uid, sessionId }: Actor): Promise<ExportedSession[]> {
    const now = clock.now();
    const sessions = await sessionsRepository(db).liveOf(uid, now, now - sessionLimits.idleMs);
    return sessions.map((session) => ({ ...viewOf(session, sessionId), userAgent: session.userAgent }));
  };
}
