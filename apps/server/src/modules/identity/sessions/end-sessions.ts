// Ends sessions: by signing out, from another device, or all of a person; open live sockets close with them.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, sessionsEnded, type Tx, type WithTx } from '../../../kit/index.ts';
import { socialRepository } from '../sign-in/social/social.repository.ts';
import { sessionsRepository } from './sessions.repository.ts';

/** Whoever held a session that ends could otherwise still connect their own sign-in to the account. */
const forgetLinks = (tx: Tx, uid: string): Promise<void> => socialRepository(tx).forgetLinksOf(uid);

/** Ends every session of the person, or all but `exceptId`, in the caller's transaction; returns how many. */
export async function endSessionsOf(tx: Tx, uid: string, exceptId: string | null = null): Promise<number> {
  const ended = await sessionsRepository(tx).removeOf(uid, exceptId);
  await forgetLinks(tx, uid);
  if (ended.length > 0) await appendEvent(tx, sessionsEnded(ended));
  return ended.length;
}

/** Ends one session of the person. Throws `not_found` for one of somebody else as for none. */
export async function endSessionOf(tx: Tx, uid: string, id: string): Promise<void> {
  if (!(await sessionsRepository(tx).remove(uid, id))) throw new DomainError('not_found');
  await forgetLinks(tx, uid);
  await appendEvent(tx, sessionsEnded([id]));
}

/** The session that signs out; one that has ended meanwhile is as good. */
export function createSignOut({ withTx }: { withTx: WithTx }) {
  return ({ uid, sessionId }: { uid: string; sessionId: string }): Promise<void> =>
    withTx(async (tx) => {
      if (!(await sessionsRepository(tx).remove(uid, sessionId))) return;
      await forgetLinks(tx, uid);
      await appendEvent(tx, sessionsEnded([sessionId]));
    });
}
