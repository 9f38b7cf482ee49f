// The event that recurring bookings publish to the live connections of admins.
import { appendEvent, type Tx } from '../../kit/index.ts';
import { bookingTopics } from '../booking/index.ts';

/** It was made, stopped, or the plan of one of its days changed. */
export const publishRecurringChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, {
    name: 'recurring-booking.changed',
    topics: [bookingTopics.all],
    data: { recurring_booking_id: id },
  });
