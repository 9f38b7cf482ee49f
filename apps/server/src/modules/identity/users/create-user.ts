// Creates users: by sign-up, by an admin, or in bulk by a seed; each gets a referral id.
import { referralId } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Clock, type Ids, type Tx } from '../../../kit/index.ts';
import { userTopics } from './user.topics.ts';
import type { NewUser, User } from './user.ts';
import { usersRepository } from './users.repository.ts';

export type UserInput = Omit<NewUser, 'uid' | 'createdAt' | 'referralId'> & Partial<Pick<NewUser, 'uid'>>;

const ATTEMPTS = 8;

export interface CreateUserDeps {
  clock: Clock;
  ids: Ids;
  /** Returns a number in [0, 1), from which the digits of a referral id are computed. */
  random: () => number;
}

async function rejectTaken(
  users: ReturnType<typeof usersRepository>,
  { mobile = '', email = '' }: UserInput,
): Promise<void> {
  const path = await users.takenContact(mobile, email);
  if (path !== null) throw new DomainError('user_exists', undefined, [{ path, message: 'Already in use' }]);
}

/**
 * Adds a user in the caller's transaction and publishes `user.created`. Throws `user_exists`, naming the field, when
 * another user has the mobile or, ignoring letter case, has verified the e-mail. `extraTopics`: topics to publish to
 * in addition to the one of all admins.
 */
export function createRegisterUser({ clock, ids, random }: CreateUserDeps) {
  return async function createUser(
    tx: Tx,
    input: UserInput,
    extraTopics: readonly string[] = [],
  ): Promise<User> {
    const users = usersRepository(tx);
    const uid = input.uid ?? ids.next();
    await users.lockEmail(input.email ?? '');
    await rejectTaken(users, input);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const referral =
        referralId(input.firstName ?? '', random()) + (attempt < 3 ? '' : ids.next().slice(-4));
      const [added] = await users.addMissing([
        { ...input, uid, referralId: referral, createdAt: clock.now() },
      ]);
      if (added === undefined) {
        await rejectTaken(users, input);
        continue;
      }
      const user = await users.find(uid);
      if (user === null) break;
      await appendEvent(tx, {
        name: 'user.created',
        topics: [userTopics.all, ...extraTopics],
        data: { uid, usertype: user.usertype },
      });
      return user;
    }
    throw new DomainError('conflict', 'No free referral id was found');
  };
}
