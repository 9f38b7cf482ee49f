// Hears of bookings and offers, and decides by the catalogue who is told what.
import { type BookingStatus, bookingStatus, type CancelledBy } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { z } from 'zod';
import type { Clock, StoredEvent, Subscriber } from '../../kit/index.ts';
import {
  leaveNow,
  newTask,
  noticesOf,
  type PlannedNotice,
  rideSoon,
  searchBegun,
} from './notice-catalogue.ts';
import type { Addressed, NotifiedBooking } from './notify-people.ts';
import { isStillToRemind, REMINDER_EVENT, reminderKind } from './remind-people.ts';

export type BookingForNotices = NotifiedBooking & {
  status: BookingStatus;
  book_later: boolean;
  rating: number | null;
  cancelled_by: CancelledBy | null;
};

export interface OnBookingEventDeps {
  clock: Clock;
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
const reminded = offered.extend({ kind: reminderKind });

const TASKS = 'tasks:';
const SEARCH_BEGUN = 'booking.search-begun';

export function onBookingEvent(deps: OnBookingEventDeps): Subscriber {
  const { clock, findBooking, notifyPeople, removeOld } = deps;

  async function onChanged(event: StoredEvent): Promise<void> {
    const { booking_id, status, from } = changed.parse(event.data);
    const booking = await findBooking(booking_id);
    if (!booking) return;
    const later = booking.book_later && booking.tripdate > clock.now() + LOOK_AHEAD_MS;
    const step = { status, from, rated: booking.rating !== null, cancelledBy: booking.cancelled_by, later };
    await tell(event, booking, noticesOf(step));
    if (status === 'COMPLETE') await removeOld();
  }

  async function tell(
    event: StoredEvent,
    booking: BookingForNotices,
    notices: readonly PlannedNotice[],
  ): Promise<void> {
    const addressed = notices.flatMap((notice) => {
      const uid = notice.to === 'customer' ? booking.customer : booking.driver;
      return uid === null ? [] : [{ uid, notice }];
    });
    await notifyPeople(event, booking, addressed);
  }

  /** What is told of a later trip; one that has moved on meanwhile is told otherwise. */
  async function onLater(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (!booking) return;
    if (event.name === SEARCH_BEGUN) {
      if (booking.status === 'NEW') await tell(event, booking, [searchBegun]);
      return;
    }
    const { kind } = reminded.parse(event.data);
    if (!isStillToRemind(kind, booking, clock.now())) return;
    await tell(event, booking, [kind === 'leave_now' ? leaveNow : rideSoon]);
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
    events: ['booking.changed', 'task.offered', SEARCH_BEGUN, REMINDER_EVENT],
    handle(event) {
      if (event.name === 'task.offered') return onOffered(event);
      return event.name === 'booking.changed' ? onChanged(event) : onLater(event);
    },
  };
}
