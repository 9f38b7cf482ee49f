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
  /** The cached events of each topic, in order: a socket that connects again needs those of a few topics. */
  let byTopic = new Map<string, StoredEvent[]>();
  /** All events after this position, up to `head`, are cached. */
  let heldAfter = from;
  let head = from;
  const covers = (position: number): boolean => position >= heldAfter;

  function addToTopics(newEvents: readonly StoredEvent[]): void {
    for (const event of newEvents)
      for (const topic of event.topics) {
        const known = byTopic.get(topic);
        if (known) known.push(event);
        else byTopic.set(topic, [event]);
      }
  }

  return {
    head: () => head,
    add(newEvents) {
      events.push(...newEvents);
      addToTopics(newEvents);
      head = events.at(-1)?.position ?? head;
      // Old events are removed in large batches, because each removal copies the rest.
      if (events.length < 2 * heldEvents) return;
      const removed = events.length - heldEvents;
      heldAfter = events[removed - 1]?.position ?? heldAfter;
      events = events.slice(removed);
      byTopic = new Map();
      addToTopics(events);
    },
    covers,
    readNamesSince(names, position, limit) {
      if (!covers(position)) return null;
      const found: StoredEvent[] = [];
      for (let index = firstAfter(events, position); index < events.length; index += 1) {
        const event = events[index];
        if (event && names.includes(event.name) && found.push(event) === limit) break;
      }
      return found;
    },
    readTopicsSince(topics, position, limit) {
      if (!covers(position)) return null;
      const found = topics.flatMap((topic) => {
        const ofTopic = byTopic.get(topic) ?? [];
        const first = firstAfter(ofTopic, position);
        return ofTopic.slice(first, first + limit);
      });
      // An event of several of the topics was found for each of them.
      return [...new Set(found)].sort((one, other) => one.position - other.position).slice(0, limit);
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
