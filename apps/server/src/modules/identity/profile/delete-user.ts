// Deletes an account: erases all personal data, and leaves trips and ledger entries anonymised.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Clock, type Ids, recordSecurity, type Tx } from '../../../kit/index.ts';
import type { AccountData } from '../identity.ports.ts';
import { secondFactorRepository } from '../second-factor/second-factor.repository.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { knownCallersRepository } from '../sign-in/known-callers.repository.ts';
import { guardLastAdmin } from '../users/last-admin.ts';
import { userTopics } from '../users/user.topics.ts';
import { userAuditRepository } from '../users/user-audit.repository.ts';
import { usersRepository } from '../users/users.repository.ts';
import { erasureRepository } from './erasure.repository.ts';
import { replacePhoto } from './photos.repository.ts';
import { schedulePhotoRemoval } from './photos.ts';

export interface DeleteUserDeps {
  clock: Clock;
  ids: Ids;
  data: Pick<
    AccountData,
    'giveBackAheadOf' | 'hasUnsettledBooking' | 'lockBalance' | 'hasPendingPayout' | 'erase'
  >;
}

export interface DeleteUserOptions {
  /**
   * An admin may delete an account with any balance; users their own only with a zero balance or with `forfeit`, and
   * without a pending withdrawal or refund.
   */
  by: 'self' | 'admin';
  /** Whether a positive balance is forfeited. */
  forfeit: boolean;
}

/**
 * Must be the first call in its transaction. Throws `not_found` for a deleted user, `user_busy`, `balance_open`,
 * `payout_pending` and `last_admin`; nothing is changed then.
 */
export function createDeleteUser(deps: DeleteUserDeps) {
  const { clock, ids, data } = deps;

  async function refuse(tx: Tx, uid: string, { by, forfeit }: DeleteUserOptions): Promise<void> {
    if (await data.hasUnsettledBooking(tx, uid)) throw new DomainError('user_busy');
    if (by === 'admin') return;
    const balance = await data.lockBalance(tx, uid);
    if (balance < 0) throw new DomainError('balance_open', 'Settle the balance first');
    if (balance > 0 && !forfeit) throw new DomainError('balance_open', 'Use the balance or give it up');
    // When it fails, its amount returns to the wallet, which must still exist then.
    if (await data.hasPendingPayout(tx, uid)) throw new DomainError('payout_pending');
  }

  return async function deleteUser(tx: Tx, uid: string, options: DeleteUserOptions): Promise<void> {
    const users = usersRepository(tx);
    const known = await users.find(uid);
    if (known?.usertype === 'admin' && known.approved) await guardLastAdmin(tx, uid);
    const user = await users.findForUpdate(uid);
    if (user === null) throw new DomainError('not_found');
    await data.giveBackAheadOf(tx, uid);
    await refuse(tx, uid, options);

    const erasure = erasureRepository(tx);
    const referralId = `deleted-${ids.next()}`;
    const photo = await replacePhoto(tx, uid, null, clock.now());
    if (photo !== null) await schedulePhotoRemoval(tx, uid, photo);
    await data.erase(tx, { uid, mobile: user.mobile, email: user.email });
    await erasure.removeTraces(user, clock.now());
    await knownCallersRepository(tx).removeOf(uid);
    await secondFactorRepository(tx).removeAll(uid);
    await userAuditRepository(tx).forgetValues(uid);
    await erasure.renameReferrer(user.referralId, referralId);
    await erasure.blank(uid, referralId, clock.now());
    await endSessionsOf(tx, uid);
    recordSecurity(tx, { event: 'user_deleted', uid, usertype: user.usertype });
    await appendEvent(tx, {
      name: 'user.deleted',
      topics: [userTopics.all],
      data: { uid, usertype: user.usertype },
    });
  };
}
