// The cursor of booking lists: the last row of the previous page, valid only for the same sort order.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { ListedBooking } from '../store/booking.tables.ts';
import type { ListOrder, ListPage } from '../store/booking-list.repository.ts';

const shape = z.tuple([z.literal('bookings'), z.string(), z.string(), z.int(), z.uuid()]);

export const writeBookingCursor = (
  { sort, order }: ListOrder,
  last: Pick<ListedBooking, 'id' | 'tripdate'>,
): string =>
  Buffer.from(JSON.stringify(['bookings', sort, order, last.tripdate, last.id])).toString('base64url');

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
};

/** Throws `invalid_input` for a cursor that a list in this order did not issue. */
export function readBookingCursor(
  { sort, order }: ListOrder,
  cursor: string,
): NonNullable<ListPage['after']> {
  const read = shape.safeParse(parse(cursor));
  if (read.success) {
    const [, ofSort, ofOrder, tripdate, id] = read.data;
    if (ofSort === sort && ofOrder === order) return { tripdate, id };
  }
  const message = 'This cursor was not given by this list';
  throw new DomainError('invalid_input', message, [{ path: 'cursor', message }]);
}
