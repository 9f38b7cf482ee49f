// Publishes "is typing" to the other side of the chat; nothing is stored.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { ChatDeps } from './chat.deps.ts';
import { topicsOf } from './chat.events.ts';
import { chatPolicy, openChat } from './chat.policy.ts';

/** Signals of one user are published at most once in this time, in ms; others are dropped before any database query. */
const ONCE_IN_MS = 2 * MS_PER_SECOND;
/** Number of users whose last signal is remembered; the oldest entries are evicted beyond it. */
const MAX_WRITERS = 10_000;

type TypingDeps = Pick<ChatDeps, 'booking' | 'clock' | 'live'>;

/** Throws `chat_not_found` and `chat_closed` when the caller may not write in the chat now. */
export function createPublishTyping(deps: TypingDeps) {
  const publishedAt = new Map<string, number>();

  function isTooSoon(uid: string, now: number): boolean {
    if (now - (publishedAt.get(uid) ?? Number.NEGATIVE_INFINITY) < ONCE_IN_MS) return true;
    if (publishedAt.size >= MAX_WRITERS)
      for (const [writer, at] of publishedAt) if (now - at >= ONCE_IN_MS) publishedAt.delete(writer);
    publishedAt.set(uid, now);
    return false;
  }

  return async function publishTyping(actor: Actor, booking: string): Promise<void> {
    if (isTooSoon(actor.uid, deps.clock.now())) return;
    const { driver } = await openChat(deps, actor, booking, chatPolicy.sendMessage);
    deps.live.publishTyping(topicsOf({ booking, driver }), actor.uid);
  };
}
