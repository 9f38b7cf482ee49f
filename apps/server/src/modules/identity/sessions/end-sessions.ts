// Ends sessions: by signing out, from another device, or all of a user; their open live sockets are closed.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, recordSecurity, sessionsEnded, type Tx, type WithTx } from '../../../kit/index.ts';
import { socialRepository } from '../sign-in/social/social.repository.ts';
import { sessionsRepository } from './sessions.repository.ts';

/**
 * Cancels social sign-ins that are being connected; otherwise the holder of an ended session could still connect theirs
 * to the account.
 */
const deletePendingLinks = (tx: Tx, uid: string): Promise<void> =>
  socialRepository(tx).deletePendingLinksOf(uid);

/**
 * Ends every session of the user except `exceptId`, in the caller's transaction; returns the number of ended sessions.
 */
export async function endSessionsOf(tx: Tx, uid: string, exceptId: string | null = null): Promise<number> {
  const ended = await sessionsRepository(tx).removeOf(uid, exceptId);
  await deletePendingLinks(tx, uid);
  if (ended.length > 0) {
    await appendEvent(tx, sessionsEnded(ended));
    recordSecurity(tx, { event: 'sessions_ended', uid, count: ended.length });
  }
  return ended.length;
}

/** Ends one session of the user. Throws `not_found` for a missing session and for another user's. */
export async function endSessionOf(tx: Tx, uid: string, id: string): Promise<void> {
  if (!(await sessionsRepository(tx).remove(uid, id))) throw new DomainError('not_found');
  await deletePendingLinks(tx, uid);
  await appendEvent(tx, sessionsEnded([id]));
}

/** Ends one session of the user; does nothing when it has already ended. */
export async function endSessionIfOpen(tx: Tx, uid: string, id: string): Promise<void> {
  if (!(await sessionsRepository(tx).remove(uid, id))) return;
  await deletePendingLinks(tx, uid);
  await appendEvent(tx, sessionsEnded([id]));
}

/** Ends the caller's session. */
export function createSignOut({ withTx }: { withTx: WithTx }) {
  return function signOut({ uid, sessionId }: { uid: string; sessionId: string }): Promise<void> {
    return withTx((tx) => endSessionIfOpen(tx, uid, sessionId));
  };
}
