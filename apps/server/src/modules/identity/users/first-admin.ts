// Creates the first admin of an installation: a new user, or a user who signed in before the installation was set up.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Clock, type Queries, recordSecurity, type Tx } from '../../../kit/index.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { adminsRepository } from './admins.repository.ts';
import type { UserInput } from './create-user.ts';
import { userTopics } from './user.topics.ts';
import type { User } from './user.ts';
import { usersRepository } from './users.repository.ts';

export interface FirstAdmin {
  /** E.164; already proved by a code. */
  mobile: string;
  firstName: string;
  lastName: string;
}

/** Whether there is an admin, approved or not. */
export const adminExists = (queries: Queries): Promise<boolean> => adminsRepository(queries).exist();

/** Throws `not_found` once an admin exists, also for the second of two concurrent calls. */
export function createMakeFirstAdmin(deps: {
  clock: Clock;
  createUser: (tx: Tx, input: UserInput) => Promise<User>;
}) {
  return async function makeFirstAdmin(tx: Tx, { mobile, firstName, lastName }: FirstAdmin): Promise<string> {
    const admins = adminsRepository(tx);
    await admins.lock();
    if (await admins.exist()) throw new DomainError('not_found');
    const users = usersRepository(tx);
    const known = await users.findByMobile(mobile);
    if (known === null) {
      const { uid } = await deps.createUser(tx, { usertype: 'admin', mobile, firstName, lastName });
      recordSecurity(tx, { event: 'first_admin_created', uid });
      return uid;
    }
    const now = deps.clock.now();
    await users.change(known.uid, { firstName, lastName, usertype: 'admin' }, now);
    await users.review(known.uid, { review: 'approved', reason: '', now });
    await endSessionsOf(tx, known.uid);
    recordSecurity(tx, { event: 'first_admin_created', uid: known.uid });
    await appendEvent(tx, {
      name: 'user.changed',
      topics: [userTopics.all, userTopics.person(known.uid)],
      data: { uid: known.uid, usertype: 'admin' },
    });
    return known.uid;
  };
}
