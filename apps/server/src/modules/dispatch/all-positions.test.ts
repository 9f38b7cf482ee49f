// Tests that the server that searches receives all positions before it plans, and stops receiving them when another one
// has searched for a minute.
import { fakeClock } from '@kerb/testing';
import { expect, test } from 'vitest';
import { createAllPositions } from './all-positions.ts';

function start() {
  const clock = fakeClock();
  const calls: string[] = [];
  let isRead: () => void = () => undefined;
  const positions = createAllPositions({
    clock,
    fleet: {
      positions: {
        subscribeArea(name, area) {
          calls.push(`hold ${name} ${area}`);
          return new Promise((resolve) => {
            isRead = resolve;
          });
        },
        release: (name) => calls.push(`release ${name}`),
      },
    },
  });
  return { clock, calls, positions, read: () => isRead() };
}

test('the positions are complete when all of them were read', async () => {
  const { positions, calls, read } = start();
  let isComplete = false;
  const subscribing = positions.subscribe().then(() => {
    isComplete = true;
  });
  await Promise.resolve();
  expect([calls, isComplete]).toEqual([['hold dispatch everywhere'], false]);
  read();
  await subscribing;
});

test('a server that searched within the last minute goes on receiving all positions', async () => {
  const { clock, positions, calls, read } = start();
  positions.release();
  const subscribing = positions.subscribe();
  read();
  await subscribing;
  clock.advance(59_999);
  positions.release();
  expect(calls).toEqual(['hold dispatch everywhere']);
  clock.advance(1);
  positions.release();
  positions.release();
  expect(calls).toEqual(['hold dispatch everywhere', 'release dispatch']);
});
