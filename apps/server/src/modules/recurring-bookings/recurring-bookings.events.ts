// Event of recurring bookings for the live connections of admins.
import { appendEvent, type Tx } from '../../kit/index.ts';
import { bookingTopics } from '../booking/index.ts';

/** Publishes that the recurring booking was added or stopped, or that the plan of a day changed. */
export const publishRecurringChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, {
    name: 'recurring-booking.changed',
    topics: [bookingTopics.all],
    data: { recurring_booking_id: id },
  });
