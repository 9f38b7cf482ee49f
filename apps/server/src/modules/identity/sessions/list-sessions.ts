// Where somebody is signed in, as they see it in their profile.
import type { SessionView } from '@kerb/contract';
import type { Actor, Clock, Queries } from '../../../kit/index.ts';
import { deviceName } from './device-name.ts';
import { sessionsRepository } from './sessions.repository.ts';
import { sessionLimits } from './sessions.ts';

export function createListSessions({ db, clock }: { db: Queries; clock: Clock }) {
  return async ({ uid, sessionId }: Actor): Promise<SessionView[]> => {
    const now = clock.now();
    const sessions = await sessionsRepository(db).liveOf(uid, now, now - sessionLimits.idleMs);
    return sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      createdAt,
      lastSeenAt,
      current: id === sessionId,
    }));
  };
}
