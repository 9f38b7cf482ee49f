// The newest events that this server has read, so that its subscribers do not each read them from the database again.
import type { StoredEvent } from './outbox.repository.ts';

export interface RecentEvents {
  /** The position up to which this server has read. */
  head(): number;
  /** Events come in the order of their positions, and none is left out. */
  add(events: readonly StoredEvent[]): void;
  /** The first `limit` events of these names after the position; null when older events than those held are needed. */
  readNamesSince(names: readonly string[], position: number, limit: number): StoredEvent[] | null;
}

/** Enough for the subscribers of a busy server to be some seconds behind. */
const HELD_EVENTS = 5_000;

/** `from`: the position after which the first event comes. */
export function createRecentEvents(from: number, heldEvents = HELD_EVENTS): RecentEvents {
  let events: StoredEvent[] = [];
  /** Every event after this position and up to `head` is held. */
  let heldAfter = from;
  let head = from;
  return {
    head: () => head,
    add(newEvents) {
      events.push(...newEvents);
      head = events.at(-1)?.position ?? head;
      // Removed in large parts, because each removal copies the rest.
      if (events.length < 2 * heldEvents) return;
      const removed = events.length - heldEvents;
      heldAfter = events[removed - 1]?.position ?? heldAfter;
      events = events.slice(removed);
    },
    readNamesSince(names, position, limit) {
      if (position < heldAfter) return null;
      const found: StoredEvent[] = [];
      for (let index = firstAfter(events, position); index < events.length; index += 1) {
        const event = events[index];
        if (event && names.includes(event.name) && found.push(event) === limit) break;
      }
      return found;
    },
  };
}

/** The index of the first event after the position, by binary search. */
function firstAfter(events: readonly StoredEvent[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
