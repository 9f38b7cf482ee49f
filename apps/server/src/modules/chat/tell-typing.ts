// "I am writing": told to the other side while it lasts, and kept nowhere.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { topicsOf } from './chat.events.ts';
import { chatPolicy, openChat } from './chat.policy.ts';

/** Somebody who writes is told of once in this time; what comes between is dropped before anything is looked up. */
const ONCE_IN_MS = 2 * MS_PER_SECOND;
/** So many writers are remembered before those of a while ago are forgotten. */
const MOST_WRITERS = 10_000;

type TypingDeps = Pick<ChatDeps, 'booking' | 'clock' | 'live'>;

/** Throws `chat_not_found` and `chat_closed` for those who may not write there now. */
export function createTellTyping(deps: TypingDeps) {
  const toldAt = new Map<string, number>();

  function isTooSoon(uid: string, now: number): boolean {
    if (now - (toldAt.get(uid) ?? Number.NEGATIVE_INFINITY) < ONCE_IN_MS) return true;
    if (toldAt.size >= MOST_WRITERS)
      for (const [writer, at] of toldAt) if (now - at >= ONCE_IN_MS) toldAt.delete(writer);
    toldAt.set(uid, now);
    return false;
  }

  return async (actor: Actor, booking: string): Promise<void> => {
    if (isTooSoon(actor.uid, deps.clock.now())) return;
    const { driver } = await openChat(deps, actor, booking, chatPolicy.sendMessage);
    deps.live.publishTyping(topicsOf({ booking, driver }), actor.uid);
  };
}
