// Tests that a subscriber receives its events in order, resumes where it stopped, and is not blocked by an event that
// always fails.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredEvent } from './outbox.repository.ts';
import { createRecentEvents } from './recent-events.ts';
import { runSubscriber } from './run-subscriber.ts';

const event = (position: number, name = 'booking.changed'): StoredEvent => ({
  id: position,
  position,
  name,
  topics: [],
  data: {},
  at: 0,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Creates an in-memory outbox, and a subscriber that fails for some positions. */
function setUp(
  events: readonly StoredEvent[],
  {
    from = 0,
    fails = (_: number): boolean => false,
    onHandle = (_: number): void => undefined,
    handleTogether,
  }: {
    from?: number;
    fails?: (position: number) => boolean;
    onHandle?: (position: number) => void;
    handleTogether?: (events: readonly StoredEvent[]) => Promise<void>;
  } = {},
) {
  const state = { cursor: from, lead: 1 as number | null, moves: 0, isAway: false };
  const recent = createRecentEvents(from);
  recent.add(events.filter(({ position }) => position > from));
  const handled: number[] = [];
  const failures: { position: number; error: string }[] = [];
  const subscriber = {
    name: 'test',
    events: ['booking.changed'],
    async handle({ position }: StoredEvent) {
      handled.push(position);
      onHandle(position);
      if (fails(position) || state.isAway) throw new Error('no');
    },
    ...(handleTogether ? { handleTogether } : {}),
  };
  const loop = runSubscriber(subscriber, {
    outbox: {
      cursor: async () => state.cursor,
      readNamesSince: async (names, position, limit) =>
        events.filter((one) => names.includes(one.name) && one.position > position).slice(0, limit),
      async moveCursor(_, position) {
        if (state.isAway) throw new Error('The database is away');
        state.moves += 1;
        state.cursor = Math.max(state.cursor, position);
      },
      async recordFailure(_, { position }, error) {
        failures.push({ position, error });
      },
    },
    recent,
    logger: { error: () => undefined },
    metrics: { eventsHandled: { inc: () => undefined } },
    lead: async () => state.lead,
  });
  return { state, recent, handled, failures, loop };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

it('handles its events in order, and stores its position after each', async () => {
  const { handled, state, loop } = setUp([event(1), event(2, 'user.changed'), event(3)]);
  loop.wake();
  await settle();
  expect(handled).toEqual([1, 3]);
  expect(state.cursor).toBe(3);
  loop.wake();
  await settle();
  expect(handled).toEqual([1, 3]);
});

it('resumes after the last event it handled', async () => {
  const { handled, loop } = setUp([event(1), event(2), event(3)], { from: 2 });
  loop.wake();
  await settle();
  expect(handled).toEqual([3]);
});

it('reads more than one page', async () => {
  const events = Array.from({ length: 250 }, (_, index) => event(index + 1));
  const { handled, state, loop } = setUp(events);
  loop.wake();
  await settle();
  expect(handled).toEqual(events.map(({ position }) => position));
  expect(state.cursor).toBe(100);
  await vi.advanceTimersByTimeAsync(1000);
  loop.wake();
  await settle();
  expect([state.cursor, state.moves]).toEqual([250, 2]);
});

it('retries a failing event, and handles no later event meanwhile', async () => {
  let isDown = true;
  const { handled, state, loop } = setUp([event(1), event(2), event(3)], {
    fails: (position) => position === 2 && isDown,
  });
  loop.wake();
  await settle();
  expect(handled).toEqual([1, 2]);
  expect(state.cursor).toBe(1);
  isDown = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(handled).toEqual([1, 2, 2, 3]);
  await loop.stop();
  expect(state.cursor).toBe(3);
});

it('records an event that fails twelve times, and continues with the next', async () => {
  const { handled, failures, state, loop } = setUp([event(1), event(2)], {
    fails: (position) => position === 1,
  });
  loop.wake();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(handled).toEqual([...Array(12).fill(1), 2]);
  expect(failures).toEqual([{ position: 1, error: 'no' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  loop.wake();
  await settle();
  expect(state.cursor).toBe(2);
});

it('delivers an event within two seconds after an outage of the database, however long it was', async () => {
  const { handled, failures, state, loop } = setUp([event(1), event(2)]);
  state.isAway = true;
  for (let wakes = 0; wakes < 600; wakes += 1) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(2_000);
  }
  state.isAway = false;
  handled.splice(0);
  loop.wake();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([handled, failures, state.cursor]).toEqual([[1, 2], [], 2]);
});

it('stores its position at most once a second, and when it is stopped', async () => {
  const events = [event(1), event(2)];
  const { state, recent, loop } = setUp(events);
  loop.wake();
  await settle();
  expect([state.cursor, state.moves]).toEqual([2, 1]);
  recent.add([event(3)]);
  loop.wake();
  await settle();
  expect([state.cursor, state.moves]).toEqual([2, 1]);
  await loop.stop();
  expect([state.cursor, state.moves]).toEqual([3, 2]);
});

it('stores its position every ten seconds while no event matches, not at every event', async () => {
  const { state, recent, loop } = setUp([event(1)]);
  for (let position = 2; position < 100; position += 1) {
    recent.add([event(position, 'user.changed')]);
    await vi.advanceTimersByTimeAsync(500);
    loop.wake();
    await settle();
    expect(position - state.cursor).toBeLessThan(22);
  }
  // 49 seconds have passed.
  expect(state.moves).toBe(5);
});

it('reads its position again when another server was the leader meanwhile', async () => {
  const { handled, state, loop } = setUp([event(1), event(2), event(3), event(4)]);
  loop.wake();
  await settle();
  handled.splice(0);
  state.cursor = 2;
  loop.wake();
  await settle();
  expect(handled).toEqual([]);
  state.lead = 2;
  loop.wake();
  await settle();
  expect(handled).toEqual([3, 4]);
});

it('delivers no further event after another server became the leader', async () => {
  const events = Array.from({ length: 10 }, (_, index) => event(index + 1));
  const { handled, state, loop } = setUp(events, {
    onHandle() {
      state.lead = null;
    },
  });
  loop.wake();
  await settle();
  expect(handled).toEqual([1]);
  loop.wake();
  await loop.stop();
  // At most the position up to which this server handled events: the new leader handles the others.
  expect([handled, state.cursor]).toEqual([[1], 1]);
});

it('does not retry an event after another server became the leader during the pause', async () => {
  const { handled, state, loop } = setUp([event(1), event(2)], { fails: () => true });
  loop.wake();
  await settle();
  expect(handled).toEqual([1]);
  state.lead = 2;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([handled, state.cursor]).toEqual([[1], 0]);
  // The next wake-up belongs to the new leadership.
  state.cursor = 1;
  loop.wake();
  await settle();
  expect(handled).toEqual([1, 2]);
  await loop.stop();
});

it('does not deliver one by one what it could not deliver together before it lost the lead', async () => {
  const { handled, state, loop } = setUp([event(1), event(2)], {
    async handleTogether() {
      state.lead = null;
      throw new Error('no');
    },
  });
  loop.wake();
  await settle();
  expect([handled, state.cursor]).toEqual([[], 0]);
});

it('handles several events together, and a single one separately', async () => {
  const together: number[][] = [];
  const { handled, state, recent, loop } = setUp([event(1), event(2, 'user.changed'), event(3)], {
    handleTogether: async (events) => void together.push(events.map(({ position }) => position)),
  });
  loop.wake();
  await settle();
  expect([together, handled, state.cursor]).toEqual([[[1, 3]], [], 3]);
  // Events that follow soon are collected.
  recent.add([event(4)]);
  loop.wake();
  await settle();
  recent.add([event(5)]);
  loop.wake();
  await vi.advanceTimersByTimeAsync(499);
  expect(together).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(together).toEqual([
    [1, 3],
    [4, 5],
  ]);
  await vi.advanceTimersByTimeAsync(500);
  recent.add([event(6)]);
  loop.wake();
  await settle();
  expect([together.length, handled]).toEqual([2, [6]]);
});

it('handles events one by one when it cannot handle them together', async () => {
  const { handled, failures, state, loop } = setUp([event(1), event(2), event(3)], {
    fails: (position) => position === 2,
    handleTogether: async () => Promise.reject(new Error('no')),
  });
  loop.wake();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(handled).toEqual([1, ...Array(12).fill(2), 3]);
  expect(failures).toEqual([{ position: 2, error: 'no' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  loop.wake();
  await settle();
  expect(state.cursor).toBe(3);
});

it('does not wait for further events when it is stopped', async () => {
  const { recent, loop } = setUp([event(1)], { handleTogether: async () => undefined });
  loop.wake();
  await settle();
  recent.add([event(2)]);
  loop.wake();
  await settle();
  await loop.stop();
});

it('advances past many events that it ignores, so that they can be removed', async () => {
  const others = Array.from({ length: 200 }, (_, index) => event(index + 1, 'user.changed'));
  const { state, loop } = setUp(others);
  loop.wake();
  await settle();
  expect(state.cursor).toBe(200);
});

it('does nothing on a server that is not the leader, and stops during a pause', async () => {
  const waiting = setUp([event(1)]);
  waiting.state.lead = null;
  waiting.loop.wake();
  await settle();
  expect(waiting.handled).toEqual([]);
  const failing = setUp([event(1)], { fails: () => true });
  failing.loop.wake();
  await settle();
  await failing.loop.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failing.handled).toEqual([1]);
  expect(failing.state.cursor).toBe(0);
});
