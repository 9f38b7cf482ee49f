// Returns a picture of the chat to those who may read it.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatPolicy, permittedConversation } from './chat.policy.ts';
import { chatRepository } from './chat.repository.ts';
import { imageKey } from './chat-image-files.ts';

/** Throws `chat_not_found`, and `not_found` for a message that is not a picture of this chat. */
export function createGetImage(deps: ChatDeps) {
  const repository = chatRepository(deps.db);
  return async function getImage(actor: Actor, booking: string, id: string): Promise<StoredFile> {
    const message = await repository.message(id);
    const asked = message?.booking === booking ? message.driver : undefined;
    const { driver } = await permittedConversation(deps, actor, booking, chatPolicy.getMessageImage, asked);
    const isHere = message?.booking === booking && message.driver === driver && message.type === 'image';
    const file = isHere ? await deps.storage.get(imageKey({ booking, id })) : null;
    if (!file) throw new DomainError('not_found');
    return file;
  };
}
