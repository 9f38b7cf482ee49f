// Encodes and decodes the cursor of booking lists.
import type { BookingSort } from '@kerb/contract';
import { createSortedCursor } from '../../../kit/index.ts';

export const bookingCursor = createSortedCursor<BookingSort>({
  bookingDate: 'text',
  tripdate: 'whole',
  trip_cost: 'whole',
  customer: 'text',
  driver: 'text',
  vehicle_number: 'text',
  status: 'small',
});
