// Somebody who came by phone says who invited them: once, before their first trip, and not their own code.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import { sameText } from '../identity.policy.ts';
import type { User } from '../people/user.ts';
import { usersRepository } from '../people/users.repository.ts';

/** Whether the person has made a trip that is paid; a tier above knows. */
export type HasRidden = (tx: Tx, uid: string) => Promise<boolean>;

const refused = (): DomainError =>
  new DomainError('forbidden', undefined, [{ path: 'signupViaReferral', message: 'Cannot be changed' }]);

/**
 * The code as it is kept; undefined when it is there already. Throws `forbidden` for others than riders, a second
 * code, and after a trip; `referrer_unknown` for codes of nobody, one's own, and of whom one has invited oneself.
 */
export function createAcceptInvitation(hasRidden: HasRidden) {
  return async (tx: Tx, user: User, code: string | undefined): Promise<string | undefined> => {
    const known = user.signupViaReferral;
    if (code === undefined || (known !== null && sameText(code, known))) return undefined;
    if (user.usertype !== 'rider' || known !== null || (await hasRidden(tx, user.uid))) throw refused();
    const users = usersRepository(tx);
    // Two who name each other at the same moment: the second sees what the first has said.
    await users.lockInvitations();
    const found = await users.findReferrer(code);
    const referrer = found && (await users.find(found.uid));
    if (!referrer || referrer.uid === user.uid) throw new DomainError('referrer_unknown');
    if (sameText(referrer.signupViaReferral ?? '', user.referralId))
      throw new DomainError('referrer_unknown');
    return referrer.referralId;
  };
}
