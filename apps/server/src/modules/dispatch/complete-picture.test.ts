// Tests that the server that searches receives all positions before it plans, and stops receiving them when another one
// has searched for a minute.
import { fakeClock } from '@kerb/testing';
import { expect, test } from 'vitest';
import { createPicture } from './complete-picture.ts';

function start() {
  const clock = fakeClock();
  const calls: string[] = [];
  let isRead: () => void = () => undefined;
  const picture = createPicture({
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
  return { clock, calls, picture, read: () => isRead() };
}

test('the positions are complete when all of them were read', async () => {
  const { picture, calls, read } = start();
  let isComplete = false;
  const completing = picture.complete().then(() => {
    isComplete = true;
  });
  await Promise.resolve();
  expect([calls, isComplete]).toEqual([['hold dispatch everywhere'], false]);
  read();
  await completing;
});

test('a server that searched within the last minute goes on receiving all positions', async () => {
  const { clock, picture, calls, read } = start();
  picture.leave();
  const completing = picture.complete();
  read();
  await completing;
  clock.advance(59_999);
  picture.leave();
  expect(calls).toEqual(['hold dispatch everywhere']);
  clock.advance(1);
  picture.leave();
  picture.leave();
  expect(calls).toEqual(['hold dispatch everywhere', 'release dispatch']);
});
