// Caches the newest events that this server has read, so that neither its subscribers nor the live sockets that connect
// again read them from the database.
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
  /** The same for events with at least one of these topics. */
  readTopicsSince(topics: readonly string[], position: number, limit: number): StoredEvent[] | null;
  /** Whether all events after the position are cached. */
  covers(position: number): boolean;
}

/** Number of cached events, enough for subscribers of a busy server that lag by some seconds. */
export const HELD_EVENTS = 5_000;

/** `from` is the position after which the first event follows. */
export function createRecentEvents(from: number, heldEvents = HELD_EVENTS): RecentEvents {
  let events: StoredEvent[] = [];
  /** All events after this position, up to `head`, are cached. */
  let heldAfter = from;
  let head = from;
  const covers = (position: number): boolean => position >= heldAfter;

  function readSince(position: number, limit: number, matches: (event: StoredEvent) => boolean) {
    if (!covers(position)) return null;
    const found: StoredEvent[] = [];
    for (let index = firstAfter(events, position); index < events.length; index += 1) {
      const event = events[index];
      if (event && matches(event) && found.push(event) === limit) break;
    }
    return found;
  }

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
    covers,
    readNamesSince: (names, position, limit) =>
      readSince(position, limit, ({ name }) => names.includes(name)),
    readTopicsSince: (topics, position, limit) =>
      readSince(position, limit, (event) => event.topics.some((topic) => topics.includes(topic))),
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
