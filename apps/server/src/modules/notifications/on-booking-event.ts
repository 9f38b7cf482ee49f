// Hears of bookings and offers, and decides by the catalogue who is told what.
import { type BookingStatus, bookingStatus, type CancelledBy } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { coarseAddress } from '@kerb/domain/safety';
import { z } from 'zod';
import type { Clock, StoredEvent, Subscriber } from '../../kit/index.ts';
import {
  codeRefused,
  leaveNow,
  newTask,
  noticesOf,
  type PlannedNotice,
  rideSoon,
  searchBegun,
} from './catalogue/plan-notices.ts';
import type { NoticeWords } from './catalogue/word-notice.ts';
import { isStillToRemind, REMINDER_EVENT, reminderKind } from './remind-people.ts';
import type { TellPeople, Told } from './tell/tell-people.ts';

export interface BookingForNotices {
  id: string;
  reference: string;
  customer: string;
  customer_name: string;
  driver: string | null;
  driver_name: string | null;
  vehicle_number: string | null;
  vehicle_description: string | null;
  /** ms since the epoch */
  tripdate: number;
  pickup: { add: string };
  drop_point: { add: string };
  status: BookingStatus;
  book_later: boolean;
  booking_type_admin: boolean;
  rating: number | null;
  cancelled_by: CancelledBy | null;
}

export interface OnBookingEventDeps {
  clock: Clock;
  findBooking: (id: string) => Promise<BookingForNotices | null>;
  /** The drivers asked now, and until when. */
  openRequests: (id: string) => Promise<readonly { driver: string; expires_at: number }[]>;
  tellPeople: TellPeople;
  /** An offer that was taken back is told no more. */
  forgetOffer: (booking: string, drivers: readonly string[]) => Promise<void>;
  /** IANA name of the operator's time zone. */
  timezone: () => Promise<string>;
  removeOld: () => Promise<void>;
}

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const offered = z.object({ booking_id: z.string() });
const reminded = offered.extend({ kind: reminderKind });

const TASKS = 'tasks:';
const SEARCH_BEGUN = 'booking.search-begun';
const CODE_REFUSED = 'booking.trip_code_refused';

/** What drivers were told stays with them: streets, as they are shown of a trip that is over. */
const forDriver = ({ pickup = '', drop = '', ...words }: NoticeWords): NoticeWords => ({
  ...words,
  pickup: coarseAddress(pickup) || '–',
  drop: coarseAddress(drop) || '–',
});

const wordsOf = (booking: BookingForNotices, timeZone: string): NoticeWords => ({
  reference: booking.reference,
  customer: booking.customer_name,
  driver: booking.driver_name ?? '',
  vehicle: [booking.vehicle_description, booking.vehicle_number].filter(Boolean).join(', '),
  plate: booking.vehicle_number || '–',
  pickup: booking.pickup.add,
  drop: booking.drop_point.add,
  time: { at: booking.tripdate, timeZone },
});

/** An offer is addressed by its topics: one for each driver asked. */
const driversOf = ({ topics }: StoredEvent): string[] =>
  topics.filter((topic) => topic.startsWith(TASKS)).map((topic) => topic.slice(TASKS.length));

export function onBookingEvent(deps: OnBookingEventDeps): Subscriber {
  const { clock, findBooking, openRequests, tellPeople, forgetOffer, timezone, removeOld } = deps;

  async function tell(
    event: StoredEvent,
    booking: BookingForNotices,
    notices: readonly (PlannedNotice & { uid?: string; until?: number })[],
  ): Promise<void> {
    if (notices.length === 0) return;
    const whole = wordsOf(booking, await timezone());
    const told = notices.flatMap(({ kind, to, until, ...given }): Told[] => {
      const uid = given.uid ?? (to === 'customer' ? booking.customer : booking.driver);
      if (uid === null) return [];
      const bookedByAdmin = booking.booking_type_admin && to === 'customer';
      const params = { bookingId: booking.id };
      const words = to === 'customer' ? whole : forDriver(whole);
      const trip = { bookedByAdmin, ofLaterTrip: booking.book_later };
      return [{ uid, kind, words, params, ...trip, ...(until === undefined ? {} : { until }) }];
    });
    await tellPeople(event, told);
  }

  async function onChanged(event: StoredEvent): Promise<void> {
    const { booking_id, status, from } = changed.parse(event.data);
    const booking = await findBooking(booking_id);
    if (!booking) return;
    const later = booking.book_later && booking.tripdate > clock.now() + LOOK_AHEAD_MS;
    const step = { status, from, rated: booking.rating !== null, cancelledBy: booking.cancelled_by, later };
    await tell(event, booking, noticesOf(step));
    if (status === 'COMPLETE') await removeOld();
  }

  /** What is told of a later trip; one that has moved on meanwhile is told otherwise. */
  async function onLater(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (!booking) return;
    const until = booking.tripdate;
    if (event.name === SEARCH_BEGUN) {
      if (booking.status === 'NEW') await tell(event, booking, [{ ...searchBegun, until }]);
      return;
    }
    const { kind } = reminded.parse(event.data);
    if (!isStillToRemind(kind, booking, clock.now())) return;
    await tell(event, booking, [{ ...(kind === 'leave_now' ? leaveNow : rideSoon), until }]);
  }

  /** Of a trip that has begun or ended meanwhile nobody waits for the code any more. */
  async function onCodeRefused(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (booking?.status === 'ACCEPTED' || booking?.status === 'ARRIVED')
      await tell(event, booking, [codeRefused]);
  }

  /** Told to those whom the booking still asks, until their offer ends. */
  async function onOffered(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (!booking) return;
    const asked = driversOf(event);
    const open = (await openRequests(booking.id)).filter(({ driver }) => asked.includes(driver));
    await tell(
      event,
      booking,
      open.map(({ driver, expires_at }) => ({ ...newTask, uid: driver, until: expires_at })),
    );
  }

  return {
    name: 'notifications.on-booking-event',
    events: ['booking.changed', 'task.offered', 'task.withdrawn', SEARCH_BEGUN, REMINDER_EVENT, CODE_REFUSED],
    handle(event) {
      if (event.name === 'task.offered') return onOffered(event);
      if (event.name === 'task.withdrawn')
        return forgetOffer(offered.parse(event.data).booking_id, driversOf(event));
      if (event.name === CODE_REFUSED) return onCodeRefused(event);
      return event.name === 'booking.changed' ? onChanged(event) : onLater(event);
    },
  };
}
