// The event that recurring bookings publish to the live connections of admins.
import { appendEvent, type Tx } from '../../kit/index.ts';

/** The topic on which admins receive every booking. */
const ALL_BOOKINGS = 'bookings:all';

/** It was made, stopped, or the plan of one of its days changed. */
export const publishRecurringChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, {
    name: 'recurring-booking.changed',
    topics: [ALL_BOOKINGS],
    data: { recurring_booking_id: id },
  });
