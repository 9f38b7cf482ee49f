// Tests cursors of sorted lists: valid only for the order that issued them, with values that the column can hold.
import { pageQuery } from '@kerb/contract';
import { expect, it } from 'vitest';
import { createSortedCursor } from './sorted-cursor.ts';

const id = '01930000-0000-7000-8000-000000000001';
const cursors = createSortedCursor({ name: 'text', time: 'whole', stage: 'small', mean: 'number' });
const byTime = { sort: 'time', order: 'desc' } as const;
const byName = { sort: 'name', order: 'asc' } as const;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it.each([
  ['name', 'joão'],
  ['time', 1_772_452_800_000],
  ['stage', -3],
  ['mean', 4.25],
] as const)('is read back by a list in the same order, by %s', (sort, value) => {
  const order = { sort, order: 'asc' } as const;
  expect(cursors.read(order, cursors.write(order, { value, id }))).toEqual({ value, id });
});

it.each([
  ['a list the other way round', cursors.write({ ...byTime, order: 'asc' }, { value: 1, id })],
  ['a list in another order', cursors.write({ sort: 'stage', order: 'desc' }, { value: 1, id })],
  ['a list of something else', encoded(['createdAt', 'desc', 1, id])],
  ['a bare id', id],
  ['no id', encoded(['time', 'desc', 1, 'x'])],
  ['half a millisecond', encoded(['time', 'desc', 1.5, id])],
  ['a text for a time', encoded(['time', 'desc', 'x', id])],
  ['nothing readable', 'e30'],
  ['noise', '%%%'],
])('refuses the cursor of %s', (_, cursor) => {
  expect(() => cursors.read(byTime, cursor)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      errors: [expect.objectContaining({ path: 'cursor' })],
    }),
  );
});

it.each([
  [byName, encoded(['name', 'asc', 'a\0b', id])],
  [byName, encoded(['name', 'asc', 7, id])],
  [{ sort: 'stage', order: 'asc' }, encoded(['stage', 'asc', 2 ** 40, id])],
  [{ sort: 'mean', order: 'asc' }, encoded(['mean', 'asc', '4', id])],
] as const)('refuses a value that the column cannot hold: %j', (order, forged) => {
  expect(() => cursors.read(order, forged)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});

it('for the longest name is within the length that a list accepts', () => {
  const cursor = cursors.write(byName, { value: `${'ก'.repeat(80)} ${'ก'.repeat(80)}`, id });
  expect(pageQuery.parse({ cursor })).toMatchObject({ cursor });
});
