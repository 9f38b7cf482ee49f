// Stores the referral code of a rider who signed up by phone: once, before their first trip, and not their own code.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import { sameText } from '../identity.policy.ts';
import type { User } from '../users/user.ts';
import { usersRepository } from '../users/users.repository.ts';

/** Whether the user has made a trip that is paid. */
export type HasRidden = (tx: Tx, uid: string) => Promise<boolean>;

const refused = (): DomainError =>
  new DomainError('forbidden', undefined, [{ path: 'signupViaReferral', message: 'Cannot be changed' }]);

/**
 * Returns the stored code, or undefined when the user has stored the same code before. Throws `forbidden` for users
 * other than riders, for a second code and after a trip; `referrer_unknown` for an unknown code, one's own, and the
 * code of a user whom this user invited.
 */
export function createAcceptInvitation(hasRidden: HasRidden) {
  return async function acceptInvitation(
    tx: Tx,
    user: User,
    code: string | undefined,
  ): Promise<string | undefined> {
    const known = user.signupViaReferral;
    if (code === undefined || (known !== null && sameText(code, known))) return undefined;
    if (user.usertype !== 'rider' || known !== null || (await hasRidden(tx, user.uid))) throw refused();
    const users = usersRepository(tx);
    // When two users enter each other's codes at the same time, the second transaction sees the first one's code.
    await users.lockInvitations();
    const found = await users.findReferrer(code);
    const referrer = found && (await users.find(found.uid));
    if (!referrer || referrer.uid === user.uid) throw new DomainError('referrer_unknown');
    if (sameText(referrer.signupViaReferral ?? '', user.referralId))
      throw new DomainError('referrer_unknown');
    return referrer.referralId;
  };
}
