// Tests that a failing case is reported with the changes that it needs and no others.
import { expect, test } from 'vitest';
import { fewestChanges } from './fewest-changes.ts';

const failsWith =
  (...needed: readonly number[]) =>
  async (changes: readonly number[]) =>
    needed.every((one) => changes.includes(one));

test.each([
  { needed: [3], fewest: [3] },
  { needed: [1, 4], fewest: [1, 4] },
  { needed: [1, 2, 3, 4], fewest: [1, 2, 3, 4] },
  // A failure that does not happen again is reported with all its changes.
  { needed: [9], fewest: [1, 2, 3, 4] },
])('of four changes, when $needed are needed', async ({ needed, fewest }) => {
  expect(await fewestChanges([1, 2, 3, 4], failsWith(...needed))).toEqual(fewest);
});
