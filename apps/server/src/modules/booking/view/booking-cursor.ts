// The cursor of booking lists: the last row of the previous page, valid only for the same sort order.
import type { BookingSort } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { ListOrder, ListPage, SortedBooking, SortValue } from '../store/booking-list.repository.ts';

const shape = z.tuple([
  z.literal('bookings'),
  z.string(),
  z.string(),
  z.union([z.string(), z.int()]),
  z.uuid(),
]);

const kinds: Record<BookingSort, 'text' | 'whole'> = {
  bookingDate: 'text',
  tripdate: 'whole',
  trip_cost: 'whole',
  customer: 'text',
  driver: 'text',
  vehicle_number: 'text',
  status: 'whole',
};

/** Whether a column of the kind can hold the value at all; no text holds a NUL, and no stage is beyond 32 bits. */
const isOf = (sort: BookingSort, value: SortValue): boolean =>
  kinds[sort] === 'text'
    ? typeof value === 'string' && !value.includes('\0')
    : typeof value === 'number' && (sort !== 'status' || Math.abs(value) < 2 ** 31);

export const writeBookingCursor = (
  { sort, order }: ListOrder,
  last: Pick<SortedBooking, 'id' | 'sort_value'>,
): string =>
  Buffer.from(JSON.stringify(['bookings', sort, order, last.sort_value, last.id])).toString('base64url');

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
    const [, ofSort, ofOrder, value, id] = read.data;
    if (ofSort === sort && ofOrder === order && isOf(sort, value)) return { value, id };
  }
  const message = 'This cursor was not given by this list';
  throw new DomainError('invalid_input', message, [{ path: 'cursor', message }]);
}
