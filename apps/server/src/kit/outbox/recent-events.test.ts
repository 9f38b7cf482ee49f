// Tests the cache of recent events: it returns the same events as the database, or null when they are no longer cached.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from './outbox.repository.ts';
import { createRecentEvents } from './recent-events.ts';

const event = (position: number, name: string): StoredEvent => ({
  id: position,
  position,
  name,
  topics: ['all', `topic:${name}`],
  data: {},
  at: 0,
});
const positionsOf = (events: readonly StoredEvent[] | null) => events?.map(({ position }) => position);

describe('recent events', () => {
  it('are returned after a position, by name and in order, up to the limit', () => {
    const recent = createRecentEvents(10);
    recent.add([event(11, 'a'), event(12, 'b')]);
    recent.add([event(13, 'a'), event(14, 'a')]);
    expect(recent.head()).toBe(14);
    expect(positionsOf(recent.readNamesSince(['a'], 10, 100))).toEqual([11, 13, 14]);
    expect(positionsOf(recent.readNamesSince(['a'], 11, 1))).toEqual([13]);
    expect(positionsOf(recent.readNamesSince(['a', 'b'], 11, 2))).toEqual([12, 13]);
    expect(positionsOf(recent.readNamesSince(['c'], 10, 100))).toEqual([]);
    expect(positionsOf(recent.readNamesSince(['a'], 14, 100))).toEqual([]);
  });

  it('are not available for a position before the first buffered event', () => {
    const recent = createRecentEvents(10);
    expect(recent.readNamesSince(['a'], 9, 100)).toBeNull();
    expect(recent.readNamesSince(['a'], 10, 100)).toEqual([]);
    expect(recent.head()).toBe(10);
  });

  it('are bounded, and return the same as the whole list or nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        (batches, held, since, limit) => {
          const recent = createRecentEvents(0, held);
          const all: StoredEvent[] = [];
          for (const batch of batches) {
            const events = batch.map((name, index) => event(all.length + index + 1, name));
            all.push(...events);
            recent.add(events);
          }
          expect(recent.head()).toBe(all.length);
          const answer = recent.readNamesSince(['a', 'b'], since, limit);
          const wanted = all.filter(({ name, position }) => name !== 'c' && position > since);
          expect(recent.covers(since)).toBe(answer !== null);
          const topics = ['topic:a', 'topic:b', 'topic:d'];
          expect(recent.readTopicsSince(topics, since, limit)).toEqual(answer);
          if (answer === null) expect(since).toBeLessThanOrEqual(all.length - held);
          else expect(answer).toEqual(wanted.slice(0, limit));
          // The newest events are always cached.
          if (since >= all.length - held) expect(answer).not.toBeNull();
        },
      ),
    );
  });
});
