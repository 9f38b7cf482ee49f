// Entry point of users: how admins and fleet admins list, add, change, review and delete users. The users' rows and
// their own profile belong to `identity`.
import type { ManagedScope } from '@kerb/domain/identity';
import type { ServerModule, TopicPolicy } from '../../kit/index.ts';
import { userTopics } from '../identity/index.ts';
import { findVisible, type UsersDeps } from './users.deps.ts';
import { userRoutes } from './users.routes.ts';

export type { UsersDeps } from './users.deps.ts';
export type { AccountDeletion, UserBookings } from './users.ports.ts';

/** Topic of the list of users: all users for admins, their own drivers for fleet admins. */
const listTopic: TopicPolicy = async (actor) => {
  switch (actor?.usertype) {
    case 'admin':
      return [userTopics.all];
    case 'fleetadmin':
      return [userTopics.fleet(actor.uid)];
    case 'rider':
    case 'driver':
    case undefined:
      return null;
  }
};

export interface UsersApi {
  /** Throws `not_found` for a user who is deleted or outside the scope. */
  guardManaged(scope: ManagedScope, uid: string): Promise<void>;
}

export function createUsersModule(deps: UsersDeps): ServerModule & { api: UsersApi } {
  return {
    routes: userRoutes(deps),
    topicPolicies: { people: listTopic },
    api: {
      async guardManaged(scope, uid) {
        await findVisible(deps.db, scope, uid);
      },
    },
  };
}
