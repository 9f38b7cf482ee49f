// Marks all messages of a chat as read by the caller and publishes the read mark to the other side.
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { publishRead } from './chat.events.ts';
import { chatPolicy, permittedChat } from './chat.policy.ts';
import { chatRepository } from './chat.repository.ts';

export function createReadMessages(deps: ChatDeps) {
  return async function readMessages(actor: Actor, booking: string): Promise<void> {
    const { driver, reader } = await permittedChat(deps, actor, booking, chatPolicy.readMessages);
    const ref = { booking, driver };
    const other = reader === 'rider' ? 'driver' : 'rider';
    await deps.withTx(async (tx) => {
      const repository = chatRepository(tx);
      const held = await repository.lock(ref);
      if (!held) return;
      const before = reader === 'rider' ? held.rider_read : held.driver_read;
      if (before >= held.last_seq) return;
      const isNews = (await repository.countAfter(ref, other, before)) > 0;
      await repository.markRead(ref, reader, held.last_seq);
      // Nothing is published when the caller had only their own messages left to read.
      if (isNews) await publishRead(tx, ref, actor.uid);
    });
  };
}
