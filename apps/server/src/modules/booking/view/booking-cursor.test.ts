// Booking cursors: valid only in the list that issued them.
import { expect, it } from 'vitest';
import { readBookingCursor, writeBookingCursor } from './booking-cursor.ts';

const id = '01930000-0000-7000-8000-000000000001';
const byTrip = { sort: 'tripdate', order: 'desc' } as const;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('is read back by a list in the same order', () => {
  const cursor = writeBookingCursor(byTrip, { id, tripdate: 1_772_452_800_000 });
  expect(readBookingCursor(byTrip, cursor)).toEqual({ id, tripdate: 1_772_452_800_000 });
});

it.each([
  ['a list the other way round', writeBookingCursor({ ...byTrip, order: 'asc' }, { id, tripdate: 1 })],
  ['a list in another order', writeBookingCursor({ ...byTrip, sort: 'bookingDate' }, { id, tripdate: 1 })],
  ['a list of something else', encoded(['createdAt', 'desc', 1, id])],
  ['a bare id', id],
  ['no id', encoded(['bookings', 'tripdate', 'desc', 1, 'x'])],
  ['half a millisecond', encoded(['bookings', 'tripdate', 'desc', 1.5, id])],
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
