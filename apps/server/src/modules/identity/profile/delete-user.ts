// Deletes an account: everything personal is erased, trips and the ledger stay without a name.
import { DomainError, type Minor } from '@kerb/domain/kernel';
import { appendEvent, type Clock, type Ids, type Tx } from '../../../kit/index.ts';
import { guardLastAdmin } from '../people/last-admin.ts';
import { peopleTopics } from '../people/people.topics.ts';
import { userAuditRepository } from '../people/user-audit.repository.ts';
import { usersRepository } from '../people/users.repository.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { erasureRepository } from './erasure.repository.ts';
import { replacePhoto } from './photos.repository.ts';
import { forgetPhoto } from './photos.ts';

/** Who is erased, as far as other modules need it to find what they keep. */
export interface PersonToErase {
  uid: string;
  mobile: string;
  email: string;
}

export interface DeleteUserDeps {
  clock: Clock;
  ids: Ids;
  /** What tiers above know of a person, read in the transaction that erases; app.ts hands these in. */
  hasOpenBooking: (tx: Tx, uid: string) => Promise<boolean>;
  /** Nobody else moves it until the transaction ends. */
  holdBalance: (tx: Tx, uid: string) => Promise<Minor>;
  /** Erases what the modules above keep of the person; idempotent. */
  eraseElsewhere: (tx: Tx, person: PersonToErase) => Promise<void>;
}

export interface DeleteUserOptions {
  /** An admin may delete whatever the wallet holds; oneself only an empty one, or one given up. */
  by: 'self' | 'admin';
  /** Gives up a balance above zero. */
  forfeit: boolean;
}

/**
 * To be called first in its transaction. Throws `not_found` for somebody deleted before, `user_busy`,
 * `balance_open` and `last_admin`; nothing is changed then.
 */
export function createDeleteUser(deps: DeleteUserDeps) {
  const { clock, ids, hasOpenBooking, holdBalance, eraseElsewhere } = deps;

  async function refuse(tx: Tx, uid: string, { by, forfeit }: DeleteUserOptions): Promise<void> {
    if (await hasOpenBooking(tx, uid)) throw new DomainError('user_busy');
    if (by === 'admin') return;
    const balance = await holdBalance(tx, uid);
    if (balance < 0) throw new DomainError('balance_open', 'Settle the balance first');
    if (balance > 0 && !forfeit) throw new DomainError('balance_open', 'Use the balance or give it up');
  }

  return async (tx: Tx, uid: string, options: DeleteUserOptions): Promise<void> => {
    const users = usersRepository(tx);
    const known = await users.find(uid);
    if (known?.usertype === 'admin' && known.approved) await guardLastAdmin(tx, uid);
    const user = await users.findForUpdate(uid);
    if (user === null) throw new DomainError('not_found');
    await refuse(tx, uid, options);

    const erasure = erasureRepository(tx);
    const referralId = `deleted-${ids.next()}`;
    const photo = await replacePhoto(tx, uid, null, clock.now());
    if (photo !== null) await forgetPhoto(tx, uid, photo);
    await eraseElsewhere(tx, { uid, mobile: user.mobile, email: user.email });
    await erasure.removeTraces(user, clock.now());
    await userAuditRepository(tx).forgetValues(uid);
    await erasure.renameReferrer(user.referralId, referralId);
    await erasure.blank(uid, referralId, clock.now());
    await endSessionsOf(tx, uid);
    await appendEvent(tx, {
      name: 'user.deleted',
      topics: [peopleTopics.all],
      data: { uid, usertype: user.usertype },
    });
  };
}
