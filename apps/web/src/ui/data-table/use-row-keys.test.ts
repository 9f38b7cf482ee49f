// Tests to which row the keys j and k move.
import { expect, it } from 'vitest';
import { nextRow } from './use-row-keys.ts';

it('starts at the first or the last row, and stops at the ends', () => {
  expect([nextRow(3, -1, 1), nextRow(3, -1, -1)]).toEqual([0, 2]);
  expect([nextRow(3, 0, 1), nextRow(3, 2, 1), nextRow(3, 1, -1), nextRow(3, 0, -1)]).toEqual([1, 2, 0, 0]);
});
