// Front door of people: how admins and fleet admins list, add, change, review and delete users. The users' rows and
// their own profile belong to `identity`.
import type { ServerModule, TopicPolicy } from '../../kit/index.ts';
import { peopleTopics } from '../identity/index.ts';
import type { PeopleDeps } from './people.deps.ts';
import { peopleRoutes } from './people.routes.ts';

export type { PeopleDeps } from './people.deps.ts';
export type { AccountDeletion, PersonBookings } from './people.ports.ts';

/** The live counterpart of the list: all people for admins, their own drivers for fleet admins. */
const listTopic: TopicPolicy = async (actor) => {
  switch (actor?.usertype) {
    case 'admin':
      return [peopleTopics.all];
    case 'fleetadmin':
      return [peopleTopics.fleet(actor.uid)];
    case 'rider':
    case 'driver':
    case undefined:
      return null;
  }
};

export function createPeopleModule(deps: PeopleDeps): ServerModule {
  return { routes: peopleRoutes(deps), topicPolicies: { people: listTopic } };
}
