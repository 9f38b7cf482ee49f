// Booking cursors: valid only in the list that issued them.
import { pageQuery } from '@kerb/contract';
import { expect, it } from 'vitest';
import { readBookingCursor, writeBookingCursor } from './booking-cursor.ts';

const id = '01930000-0000-7000-8000-000000000001';
const byTrip = { sort: 'tripdate', order: 'desc' } as const;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('is read back by a list in the same order', () => {
  const cursor = writeBookingCursor(byTrip, { id, sort_value: 1_772_452_800_000 });
  expect(readBookingCursor(byTrip, cursor)).toEqual({ id, value: 1_772_452_800_000 });
});

it.each([
  ['a list the other way round', writeBookingCursor({ ...byTrip, order: 'asc' }, { id, sort_value: 1 })],
  ['a list in another order', writeBookingCursor({ ...byTrip, sort: 'bookingDate' }, { id, sort_value: 1 })],
  ['a list of something else', encoded(['createdAt', 'desc', 1, id])],
  ['a bare id', id],
  ['no id', encoded(['bookings', 'tripdate', 'desc', 1, 'x'])],
  ['half a millisecond', encoded(['bookings', 'tripdate', 'desc', 1.5, id])],
  ['a text for a time', encoded(['bookings', 'tripdate', 'desc', 'x', id])],
  ['nothing readable', 'e30'],
  ['noise', '%%%'],
])('refuses the cursor of %s', (_, cursor) => {
  expect(() => readBookingCursor(byTrip, cursor)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      errors: [expect.objectContaining({ path: 'cursor' })],
    }),
  );
});

it('holds names, and no value that a column cannot have', () => {
  const byDriver = { sort: 'driver', order: 'asc' } as const;
  const cursor = writeBookingCursor(byDriver, { id, sort_value: 'joão' });
  expect(readBookingCursor(byDriver, cursor)).toEqual({ id, value: 'joão' });
  const impossible = [
    [byDriver, encoded(['bookings', 'driver', 'asc', 'a\0b', id])],
    [byDriver, encoded(['bookings', 'driver', 'asc', 7, id])],
    [{ sort: 'status', order: 'asc' }, encoded(['bookings', 'status', 'asc', 2 ** 40, id])],
  ] as const;
  for (const [order, forged] of impossible)
    expect(() => readBookingCursor(order, forged)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
});

it('of the longest name is within what a list accepts', () => {
  const byDriver = { sort: 'driver', order: 'asc' } as const;
  const name = `${'ก'.repeat(80)} ${'ก'.repeat(80)}`;
  const cursor = writeBookingCursor(byDriver, { id, sort_value: name });
  expect(pageQuery.parse({ cursor })).toMatchObject({ cursor });
});
