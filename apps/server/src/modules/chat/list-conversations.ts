// Lists the drivers of a booking with whom its rider exchanged messages, for admins.
import type { Conversation } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { ChatDeps } from './chat.deps.ts';
import { chatRepository } from './chat.repository.ts';

/** The newest conversation first. Restricted to admins by the access level of the route. Throws `not_found`. */
export function createListConversations({ db, booking, identity }: ChatDeps) {
  const repository = chatRepository(db);
  return async function listConversations(id: string): Promise<Conversation[]> {
    if ((await booking.find(id)) === null) throw new DomainError('not_found');
    const conversations = await repository.conversationsOf(id);
    const people = await identity.usersOf(conversations.map(({ driver }) => driver));
    return conversations.map(({ driver, lastAt }) => {
      const person = people.get(driver);
      const name = fullNameOf(person);
      return { driver, name, lastAt };
    });
  };
}
