// Stores a message with the next number of its chat and publishes it to the other side.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { publishMessage } from './chat.events.ts';
import type { PermittedChat } from './chat.policy.ts';
import { chatRepository } from './chat.repository.ts';
import type { MessageRow } from './chat.tables.ts';

export type NewMessage = Pick<MessageRow, 'id' | 'type' | 'message' | 'sender' | 'at'>;

/** Throws `chat_closed` when the rider or the driver has deleted their account meanwhile. */
export async function writeMessage(
  { identity }: Pick<ChatDeps, 'identity'>,
  tx: Tx,
  { booking, driver, reader }: PermittedChat<'rider' | 'driver'>,
  message: NewMessage,
): Promise<MessageRow> {
  const ref = { booking: booking.id, driver };
  // A deletion closes only the chats that exist. The lock makes a deletion wait for this message.
  const people = [booking.customer, driver];
  if ((await identity.lockExistingAmong(tx, people)).size < people.length)
    throw new DomainError('chat_closed');
  const repository = chatRepository(tx);
  await repository.addMissing({ ...ref, customer: booking.customer });
  const held = await repository.lock(ref);
  if (!held || held.erased) throw new DomainError('chat_closed');
  const stored: MessageRow = { ...ref, ...message, seq: held.last_seq + 1, source: reader };
  await repository.addMessage(stored);
  await publishMessage(tx, ref, stored.id, stored.sender);
  return stored;
}
