// Sends a text message to the other side of the chat.
import type { ChatMessage } from '@kerb/contract';
import { CHAT_MESSAGE_LENGTH, cleanMessage } from '@kerb/domain/chat';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { chatPolicy, openChat } from './chat.policy.ts';
import { presentMessage } from './chat.presenter.ts';
import { writeMessage } from './write-message.ts';

/** Removes control characters. Throws `invalid_input` when nothing is left. */
function validMessage(text: string): string {
  const message = cleanMessage(text);
  if (message !== '' && message.length <= CHAT_MESSAGE_LENGTH) return message;
  throw new DomainError('invalid_input', undefined, [{ path: 'message', message: 'This says nothing' }]);
}

export function createSendMessage(deps: ChatDeps) {
  const { withTx, clock, ids, settings } = deps;
  return async function sendMessage(actor: Actor, booking: string, text: string): Promise<ChatMessage> {
    const chat = await openChat(deps, actor, booking, chatPolicy.sendMessage);
    const message = validMessage(text);
    const { timezone } = await settings.get();
    const row = await withTx((tx) =>
      writeMessage(deps, tx, chat, {
        id: ids.next(),
        type: 'msg',
        message,
        sender: actor.uid,
        at: clock.now(),
      }),
    );
    return presentMessage(row, timezone);
  };
}
