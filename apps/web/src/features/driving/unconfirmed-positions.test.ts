// Tests that positions sent after the last received message are returned once, as a dead connection may have lost them.
import { expect, it } from 'vitest';
import { createUnconfirmed } from './unconfirmed-positions.ts';

const position = (at: number) => ({ lat: 0, lng: 0, at });

it('returns the positions sent after the last confirmation, once', () => {
  let now = 0;
  const doubtful = createUnconfirmed(() => now);
  for (now of [10, 20, 30]) doubtful.sent(position(now));
  expect(doubtful.since(15).map(({ at }) => at)).toEqual([20, 30]);
  expect(doubtful.since(15)).toEqual([]);
});

it('discards positions older than a connection may be silent', () => {
  let now = 0;
  const doubtful = createUnconfirmed(() => now);
  for (now of [0, 59_000, 61_000]) doubtful.sent(position(now));
  expect(doubtful.since(-1).map(({ at }) => at)).toEqual([59_000, 61_000]);
});
