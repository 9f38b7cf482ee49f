// Tests whom an event reaches: each connection once for each of its topics that carry one of the event's topics.
import { expect, it, vi } from 'vitest';
import { createAudience } from './audience.ts';
import { Connection } from './connection.ts';

function newConnection(): Connection {
  const socket = { bufferedAmount: 0, readyState: 1, send: vi.fn(), close: vi.fn(), terminate: vi.fn() };
  return new Connection({ socket, stream: { write: vi.fn() } }, vi.fn());
}

function reached(audience: ReturnType<typeof createAudience>, internalTopics: readonly string[]) {
  const calls: { connection: Connection; topic: string }[] = [];
  audience.reach(internalTopics, (connection, topic) => calls.push({ connection, topic }));
  return calls;
}

it('reaches every subscriber of a topic, and no other', () => {
  const audience = createAudience();
  const one = newConnection();
  const other = newConnection();
  const third = newConnection();
  audience.join(one, 'trip:a', ['booking:a']);
  audience.join(other, 'trip:a', ['booking:a']);
  audience.join(third, 'trip:b', ['booking:b']);
  expect(reached(audience, ['booking:a'])).toEqual([
    { connection: one, topic: 'trip:a' },
    { connection: other, topic: 'trip:a' },
  ]);
  expect(reached(audience, ['booking:c'])).toEqual([]);
});

it('calls once for a topic that carries several topics of the event, and for each topic of a connection', () => {
  const audience = createAudience();
  const one = newConnection();
  const other = newConnection();
  const third = newConnection();
  audience.join(one, 'trip:a', ['booking:a', 'driver:d', 'rider:r']);
  audience.join(one, 'me', ['rider:r']);
  audience.join(other, 'bookings', ['driver:d']);
  audience.join(third, 'bookings', ['rider:r']);
  const calls = reached(audience, ['booking:a', 'driver:d', 'rider:r', 'rider:r']);
  expect(calls).toHaveLength(4);
  expect(calls).toEqual(
    expect.arrayContaining([
      { connection: one, topic: 'trip:a' },
      { connection: one, topic: 'me' },
      { connection: other, topic: 'bookings' },
      { connection: third, topic: 'bookings' },
    ]),
  );
});

it('reaches a connection no more after it left, and notifies watchers of the first and the last subscriber', () => {
  const audience = createAudience();
  const watched = vi.fn();
  audience.onWatch(watched);
  const one = newConnection();
  const other = newConnection();
  audience.join(one, 'trip:a', ['booking:a']);
  audience.join(other, 'trip:a', ['booking:a']);
  audience.leave(one, 'trip:a', ['booking:a']);
  expect(reached(audience, ['booking:a'])).toEqual([{ connection: other, topic: 'trip:a' }]);
  audience.leave(other, 'trip:a', ['booking:a']);
  expect(reached(audience, ['booking:a'])).toEqual([]);
  expect(audience.isWatched('booking:a')).toBe(false);
  expect(watched.mock.calls).toEqual([
    ['booking:a', true],
    ['booking:a', false],
  ]);
});
