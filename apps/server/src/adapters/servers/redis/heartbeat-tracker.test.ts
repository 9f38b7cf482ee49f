// Tests when Redis alone is used: while a recent heartbeat of every known server, including this one, arrived there.
import { expect, it } from 'vitest';
import { createHeartbeatTracker } from './heartbeat-tracker.ts';

function start(learnMs = 0) {
  const clock = { now: 0 };
  return { clock, heartbeats: createHeartbeatTracker('me', { learnMs, now: () => clock.now }) };
}

it('a server that has just started does not assume that it has seen all other servers', () => {
  const { clock, heartbeats } = start(2_000);
  clock.now = 1_999;
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.allReceive(1)).toBe(false);
  expect(heartbeats.receivesHere(1)).toBe(true);
  clock.now = 2_000;
  expect(heartbeats.allReceive(1)).toBe(true);
});

it('no channel counts as received at first, and own heartbeats show that this server receives', () => {
  const { clock, heartbeats } = start();
  expect(heartbeats.receivesHere(1)).toBe(false);
  expect(heartbeats.allReceive(1)).toBe(false);
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.receivesHere(1)).toBe(true);
  expect(heartbeats.allReceive(1)).toBe(true);
  expect(heartbeats.allReceive(2)).toBe(false);
  clock.now = 3_000;
  expect(heartbeats.receivesHere(1)).toBe(false);
});

it('a server that is reached only by PostgreSQL does not count as receiving until its heartbeat arrives', () => {
  const { clock, heartbeats } = start();
  heartbeats.recordHeartbeat(1, 'me', true, true);
  heartbeats.recordServer('other');
  expect(heartbeats.allReceive(1)).toBe(false);
  expect(heartbeats.receivesHere(1)).toBe(true);
  heartbeats.recordHeartbeat(1, 'other', true, true);
  expect(heartbeats.allReceive(1)).toBe(true);
  clock.now = 2_000;
  heartbeats.recordHeartbeat(1, 'me', true, true);
  clock.now = 3_000;
  expect(heartbeats.allReceive(1)).toBe(false);
});

it('a server that publishes without receiving does not count as receiving', () => {
  const { heartbeats } = start();
  heartbeats.recordHeartbeat(1, 'me', true, true);
  heartbeats.recordHeartbeat(1, 'other', true, true);
  heartbeats.recordHeartbeat(1, 'other', false, true);
  expect(heartbeats.allReceive(1)).toBe(false);
});

it('a server that reports a loss counts as not receiving at once, in these groups only', () => {
  const { heartbeats } = start();
  for (const group of [1, 2])
    for (const server of ['me', 'other']) heartbeats.recordHeartbeat(group, server, true, true);
  heartbeats.recordLoss([1], 'other');
  expect(heartbeats.allReceive(1)).toBe(false);
  expect(heartbeats.allReceive(2)).toBe(true);
});

it('a server that stopped, or was silent for a minute, is no longer waited for', () => {
  const { clock, heartbeats } = start();
  heartbeats.recordServer('ended');
  heartbeats.recordServer('killed');
  heartbeats.removeServer('ended');
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.allReceive(1)).toBe(false);
  clock.now = 59_999;
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.allReceive(1)).toBe(false);
  clock.now = 60_000;
  expect(heartbeats.allReceive(1)).toBe(true);
});

it('a server does not wait for itself because of its own messages', () => {
  const { heartbeats } = start();
  heartbeats.recordServer('me');
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.allReceive(1)).toBe(true);
});

it('messages are stored by all servers once all are discovered, unless one has an earlier version', () => {
  const { clock, heartbeats } = start(2_000);
  heartbeats.recordHeartbeat(1, 'me', true, true);
  expect(heartbeats.allStore()).toBe(false);
  clock.now = 2_000;
  expect(heartbeats.allStore()).toBe(true);
  // A server without Redis sends only through PostgreSQL, where all servers receive its messages.
  heartbeats.recordServer('without Redis');
  expect(heartbeats.allStore()).toBe(true);
  heartbeats.recordHeartbeat(1, 'earlier', true, false);
  expect(heartbeats.allStore()).toBe(false);
  heartbeats.removeServer('earlier');
  expect(heartbeats.allStore()).toBe(true);
  heartbeats.recordHeartbeat(1, 'earlier', true, false);
  clock.now = 62_000;
  expect(heartbeats.allStore()).toBe(true);
});
