// "I write this": kept, numbered in the order of arrival, and told to the other side.
import type { ChatMessage } from '@kerb/contract';
import { CHAT_MESSAGE_LENGTH, cleanMessage } from '@kerb/domain/chat';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { tellMessage } from './chat.events.ts';
import { chatPolicy, permittedChat } from './chat.policy.ts';
import { presentMessage } from './chat.presenter.ts';
import { chatRepository } from './chat.repository.ts';
import type { MessageRow } from './chat.tables.ts';

/** Throws `invalid_input` for a message of which nothing is left once control characters are gone. */
function wordsOf(given: string): string {
  const message = cleanMessage(given);
  if (message !== '' && message.length <= CHAT_MESSAGE_LENGTH) return message;
  throw new DomainError('invalid_input', undefined, [{ path: 'message', message: 'This says nothing' }]);
}

export function createSendMessage(deps: ChatDeps) {
  const { withTx, clock, ids, settings } = deps;
  return async (actor: Actor, booking: string, given: string): Promise<ChatMessage> => {
    const chat = await permittedChat(deps, actor, booking, chatPolicy.sendMessage);
    if (chat.state === 'closed') throw new DomainError('chat_closed');
    const message = wordsOf(given);
    const { timezone } = await settings.get();
    const ref = { booking, driver: chat.driver };
    const row = await withTx(async (tx): Promise<MessageRow> => {
      const repository = chatRepository(tx);
      await repository.addMissing({ ...ref, customer: chat.booking.customer });
      const held = await repository.lock(ref);
      if (!held || held.erased) throw new DomainError('chat_closed');
      const seq = held.last_seq + 1;
      const written = { ...ref, seq, id: ids.next(), source: chat.reader, sender: actor.uid };
      const kept: MessageRow = { ...written, message, at: clock.now() };
      await repository.addMessage(kept);
      await tellMessage(tx, ref, kept.id, actor.uid);
      return kept;
    });
    return presentMessage(row, timezone);
  };
}
