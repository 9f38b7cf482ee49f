// Caches the newest events that this server has read, so that its subscribers do not each read them from the database.
import type { StoredEvent } from './outbox.repository.ts';

export interface RecentEvents {
  /** Position up to which this server has read. */
  head(): number;
  /** Adds events in the order of their positions, without gaps. */
  add(events: readonly StoredEvent[]): void;
  /**
   * Returns the first `limit` events with these names after the position; null when events older than the cached ones
   * are needed.
   */
  readNamesSince(names: readonly string[], position: number, limit: number): StoredEvent[] | null;
}

/** Number of cached events, enough for subscribers of a busy server that lag by some seconds. */
const HELD_EVENTS = 5_000;

/** `from` is the position after which the first event follows. */
export function createRecentEvents(from: number, heldEvents = HELD_EVENTS): RecentEvents {
  let events: StoredEvent[] = [];
  /** All events after this position, up to `head`, are cached. */
  let heldAfter = from;
  let head = from;
  return {
    head: () => head,
    add(newEvents) {
      events.push(...newEvents);
      head = events.at(-1)?.position ?? head;
      // Old events are removed in large batches, because each removal copies the rest.
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

/** Index of the first event after the position (binary search). */
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
