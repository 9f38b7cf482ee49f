// Hears of bookings and offers, and decides by the catalogue who is told what.
import { bookingStatus, type CancelledBy } from '@kerb/domain/booking';
import { z } from 'zod';
import type { StoredEvent, Subscriber } from '../../kit/index.ts';
import { newTask, noticesOf } from './notice-catalogue.ts';
import type { Addressed, NotifiedBooking } from './notify-people.ts';

export type BookingForNotices = NotifiedBooking & { rating: number | null; cancelled_by: CancelledBy | null };

export interface OnBookingEventDeps {
  findBooking: (id: string) => Promise<BookingForNotices | null>;
  notifyPeople: (
    event: StoredEvent,
    booking: NotifiedBooking,
    addressed: readonly Addressed[],
  ) => Promise<void>;
  removeOld: () => Promise<void>;
}

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const offered = z.object({ booking_id: z.string() });

const TASKS = 'tasks:';

export function onBookingEvent({ findBooking, notifyPeople, removeOld }: OnBookingEventDeps): Subscriber {
  async function onChanged(event: StoredEvent): Promise<void> {
    const { booking_id, status, from } = changed.parse(event.data);
    const booking = await findBooking(booking_id);
    if (!booking) return;
    const step = { status, from, rated: booking.rating !== null, cancelledBy: booking.cancelled_by };
    const addressed = noticesOf(step).flatMap((notice) => {
      const uid = notice.to === 'customer' ? booking.customer : booking.driver;
      return uid === null ? [] : [{ uid, notice }];
    });
    await notifyPeople(event, booking, addressed);
    if (status === 'COMPLETE') await removeOld();
  }

  async function onOffered(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (!booking) return;
    // An offer is addressed by its topics: one for each driver asked.
    const drivers = event.topics
      .filter((topic) => topic.startsWith(TASKS))
      .map((topic) => topic.slice(TASKS.length));
    await notifyPeople(
      event,
      booking,
      drivers.map((uid) => ({ uid, notice: newTask })),
    );
  }

  return {
    name: 'notifications.on-booking-event',
    events: ['booking.changed', 'task.offered'],
    handle: (event) => (event.name === 'task.offered' ? onOffered(event) : onChanged(event)),
  };
}
