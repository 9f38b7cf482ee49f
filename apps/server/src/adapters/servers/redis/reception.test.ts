// Tests when Redis alone is used: while a recent heartbeat of every known server, including this one, arrived there.
import { expect, it } from 'vitest';
import { createReception } from './reception.ts';

function start(learnMs = 0) {
  const clock = { now: 0 };
  return { clock, reception: createReception('me', { learnMs, now: () => clock.now }) };
}

it('a server that has just started does not assume that it has seen all other servers', () => {
  const { clock, reception } = start(2_000);
  clock.now = 1_999;
  reception.beat(1, 'me', true, true);
  expect(reception.allReceive(1)).toBe(false);
  expect(reception.receivesHere(1)).toBe(true);
  clock.now = 2_000;
  expect(reception.allReceive(1)).toBe(true);
});

it('no channel counts as received at first, and own heartbeats show that this server receives', () => {
  const { clock, reception } = start();
  expect(reception.receivesHere(1)).toBe(false);
  expect(reception.allReceive(1)).toBe(false);
  reception.beat(1, 'me', true, true);
  expect(reception.receivesHere(1)).toBe(true);
  expect(reception.allReceive(1)).toBe(true);
  expect(reception.allReceive(2)).toBe(false);
  clock.now = 3_000;
  expect(reception.receivesHere(1)).toBe(false);
});

it('a server that is reached only by PostgreSQL does not count as receiving until its heartbeat arrives', () => {
  const { clock, reception } = start();
  reception.beat(1, 'me', true, true);
  reception.notice('other');
  expect(reception.allReceive(1)).toBe(false);
  expect(reception.receivesHere(1)).toBe(true);
  reception.beat(1, 'other', true, true);
  expect(reception.allReceive(1)).toBe(true);
  clock.now = 2_000;
  reception.beat(1, 'me', true, true);
  clock.now = 3_000;
  expect(reception.allReceive(1)).toBe(false);
});

it('a server that publishes without receiving does not count as receiving', () => {
  const { reception } = start();
  reception.beat(1, 'me', true, true);
  reception.beat(1, 'other', true, true);
  reception.beat(1, 'other', false, true);
  expect(reception.allReceive(1)).toBe(false);
});

it('a server that reports a loss counts as not receiving at once, in these groups only', () => {
  const { reception } = start();
  for (const group of [1, 2]) for (const server of ['me', 'other']) reception.beat(group, server, true, true);
  reception.lose([1], 'other');
  expect(reception.allReceive(1)).toBe(false);
  expect(reception.allReceive(2)).toBe(true);
});

it('a server that stopped, or was silent for a minute, is no longer waited for', () => {
  const { clock, reception } = start();
  reception.notice('ended');
  reception.notice('killed');
  reception.removeServer('ended');
  reception.beat(1, 'me', true, true);
  expect(reception.allReceive(1)).toBe(false);
  clock.now = 59_999;
  reception.beat(1, 'me', true, true);
  expect(reception.allReceive(1)).toBe(false);
  clock.now = 60_000;
  expect(reception.allReceive(1)).toBe(true);
});

it('a server does not wait for itself because of its own messages', () => {
  const { reception } = start();
  reception.notice('me');
  reception.beat(1, 'me', true, true);
  expect(reception.allReceive(1)).toBe(true);
});

it('messages are stored by all servers once all are discovered, unless one has an earlier version', () => {
  const { clock, reception } = start(2_000);
  reception.beat(1, 'me', true, true);
  expect(reception.allStore()).toBe(false);
  clock.now = 2_000;
  expect(reception.allStore()).toBe(true);
  // A server without Redis sends only through PostgreSQL, where all servers receive its messages.
  reception.notice('without Redis');
  expect(reception.allStore()).toBe(true);
  reception.beat(1, 'earlier', true, false);
  expect(reception.allStore()).toBe(false);
  reception.removeServer('earlier');
  expect(reception.allStore()).toBe(true);
  reception.beat(1, 'earlier', true, false);
  clock.now = 62_000;
  expect(reception.allStore()).toBe(true);
});
