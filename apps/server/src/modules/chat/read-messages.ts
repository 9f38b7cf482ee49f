// Marks the messages of a chat as read by the caller and publishes the read mark to the other side.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { publishRead } from './chat.events.ts';
import { chatPolicy, permittedChat } from './chat.policy.ts';
import { type ChatRef, chatRepository } from './chat.repository.ts';

export function createReadMessages(deps: ChatDeps) {
  /** Number of the message; throws `not_found` for one that is not of this chat. */
  async function seqOf({ booking, driver }: ChatRef, id: string): Promise<number> {
    const message = await chatRepository(deps.db).message(id);
    if (message?.booking !== booking || message.driver !== driver) throw new DomainError('not_found');
    return message.seq;
  }

  /** `upTo`: id of the newest message that the caller has seen; without it, all messages are marked as read. */
  return async function readMessages(
    actor: Actor,
    booking: string,
    { upTo }: { upTo?: string | undefined },
  ): Promise<void> {
    const { driver, reader } = await permittedChat(deps, actor, booking, chatPolicy.readMessages);
    const ref = { booking, driver };
    const other = reader === 'rider' ? 'driver' : 'rider';
    const seen = upTo === undefined ? null : await seqOf(ref, upTo);
    await deps.withTx(async (tx) => {
      const repository = chatRepository(tx);
      const held = await repository.lock(ref);
      if (!held) return;
      const before = reader === 'rider' ? held.rider_read : held.driver_read;
      const last = seen ?? held.last_seq;
      if (before >= last) return;
      const isNews = (await repository.countAfter(ref, other, before, last)) > 0;
      await repository.markRead(ref, reader, last);
      // Nothing is published when the caller had only their own messages left to read.
      if (isNews) await publishRead(tx, ref, actor.uid);
    });
  };
}
