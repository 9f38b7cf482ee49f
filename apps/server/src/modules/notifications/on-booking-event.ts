// Subscriber to events of bookings and offers, which creates notices by the catalogue.
import { type BookingStatus, bookingStatus, type CancelledBy } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { roundedAddress } from '@kerb/domain/safety';
import { z } from 'zod';
import type { Clock, StoredEvent, Subscriber } from '../../kit/index.ts';
import { type NoticeKind, offerKinds } from './catalogue/notice-catalogue.ts';
import {
  bookedTripBegun,
  codeRefused,
  givenBack,
  givenBackToDriver,
  isOutdated,
  leaveNow,
  newTask,
  noticesOf,
  outdatedBy,
  type PlannedNotice,
  rideSoon,
  searchBegun,
  setOut,
} from './catalogue/plan-notices.ts';
import type { NoticeWords } from './catalogue/render-notice.ts';
import type { EventNotices, NotifyOfEvents, PersonNotice } from './create/notify-people.ts';
import type { ReadOfferNotices } from './history/read-offer-notices.ts';
import { isStillToRemind, REMINDER_EVENT } from './remind-people.ts';
import { reminderKind } from './reminders.repository.ts';

/** A trip that begins later than this needs no waking of a phone, in ms. */
const HOURS_AHEAD_MS = 3 * MS_PER_HOUR;

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
  /** The booking that the driver finishes first; null for a booking that is not a follow-on. */
  follows: string | null;
  /** For a follow-on trip: expected arrival at the pickup, and when the driver set out; ms since the epoch. */
  pickup_expected_at: number | null;
  set_out_at: number | null;
  rating: number | null;
  cancelled_by: CancelledBy | null;
  reason: string | null;
}

export interface OnBookingEventDeps {
  clock: Clock;
  findBooking: (id: string) => Promise<BookingForNotices | null>;
  findBookings: (ids: readonly string[]) => Promise<readonly BookingForNotices[]>;
  /** The drivers with an open offer, and when it expires, by booking. */
  openOffersOfEach: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { driver: string; expires_at: number }[]>>;
  notifyOfEvents: NotifyOfEvents;
  /** Stops delivery of the waiting notices of these kinds: about `bookings[i]`, to `uids[i]`. */
  expireNotices: (
    kinds: readonly NoticeKind[],
    uids: readonly string[],
    bookings: readonly string[],
  ) => Promise<void>;
  /** Marks the notices of offers as read: those of `drivers[i]` about `bookings[i]`. */
  readOfferNotices: ReadOfferNotices;
  /** Token of the link that tracks a booking; null for a booking that is over. */
  trackingToken: (booking: string) => Promise<string | null>;
  /** IANA name of the operator's time zone. */
  timezone: () => Promise<string>;
  removeOld: () => Promise<void>;
}

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const offered = z.object({ booking_id: z.string() });
const reminded = offered.extend({ kind: reminderKind });

const confirmation = offered.extend({ origin: z.string() });

/** Events of earlier versions have no reason, and no `isAhead`. */
const givenBackEvent = offered.extend({
  driver: z.string(),
  reason: z.enum(['driver', 'late', 'silent', 'reassigned']).default('driver'),
  isAhead: z.boolean().default(false),
});
const setOutEvent = z.object({ isAhead: z.boolean().default(false) });

const TASKS = 'tasks:';
const OFFERED = 'task.offered';
const WITHDRAWN = 'task.withdrawn';
const SEARCH_BEGUN = 'booking.search-begun';
const SET_OUT = 'booking.set-out';
const GIVEN_BACK = 'booking.given-back';
const CONFIRMATION = 'booking.confirmation';
const CODE_REFUSED = 'booking.trip_code_refused';

/** Drivers' notices outlive the trip, so they contain streets only, like a finished trip in the driver's app. */
const forDriver = ({ pickup = '', drop = '', ...words }: NoticeWords): NoticeWords => ({
  ...words,
  pickup: roundedAddress(pickup) || '–',
  drop: roundedAddress(drop) || '–',
});

const wordsOf = (booking: BookingForNotices, timeZone: string): NoticeWords => ({
  reference: booking.reference,
  customer: booking.customer_name,
  driver: booking.driver_name ?? '',
  vehicle: [booking.vehicle_description, booking.vehicle_number].filter(Boolean).join(', '),
  plate: booking.vehicle_number || '–',
  pickup: booking.pickup.add,
  drop: booking.drop_point.add,
  time: { at: booking.follows === null ? booking.tripdate : (booking.pickup_expected_at ?? 0), timeZone },
  when: { at: booking.tripdate, timeZone },
});

function followOnOf({ follows, set_out_at }: BookingForNotices): 'waits' | 'begun' | undefined {
  if (follows !== null) return 'waits';
  return set_out_at === null ? undefined : 'begun';
}

/** The drivers of an offer, from its topics, of which there is one for each driver. */
const driversOf = ({ topics }: StoredEvent): string[] =>
  topics.filter((topic) => topic.startsWith(TASKS)).map((topic) => topic.slice(TASKS.length));

const bookingOf = ({ data }: StoredEvent): string => offered.parse(data).booking_id;

export function onBookingEvent(deps: OnBookingEventDeps): Subscriber {
  const { clock, findBooking, notifyOfEvents, timezone, removeOld } = deps;

  const isAhead = ({ book_later, tripdate }: BookingForNotices, ms: number): boolean =>
    book_later && tripdate > clock.now() + ms;
  /** True for a trip booked for a later time that is not near yet. */
  const isFarAhead = (booking: BookingForNotices): boolean => isAhead(booking, LOOK_AHEAD_MS);
  /** True when a driver need not be woken: their way to the pickup begins later. */
  const isHoursAhead = (booking: BookingForNotices): boolean => isAhead(booking, HOURS_AHEAD_MS);

  async function plan(
    event: StoredEvent,
    booking: BookingForNotices,
    planned: readonly (PlannedNotice & { uid?: string; until?: number })[],
  ): Promise<EventNotices> {
    const whole = wordsOf(booking, await timezone());
    const notices = planned.flatMap(({ kind, to, until, ...given }): PersonNotice[] => {
      const uid = given.uid ?? (to === 'customer' ? booking.customer : booking.driver);
      if (uid === null) return [];
      const bookedByAdmin = booking.booking_type_admin && to === 'customer';
      const params = { bookingId: booking.id };
      const words = to === 'customer' ? whole : forDriver(whole);
      const trip = { bookedByAdmin, ofLaterTrip: booking.book_later };
      return [{ uid, kind, words, params, ...trip, ...(until === undefined ? {} : { until }) }];
    });
    return { event, notices };
  }

  async function notify(...given: Parameters<typeof plan>): Promise<void> {
    await notifyOfEvents([await plan(...given)]);
  }

  /** A delayed notice, for example that the search goes on, must not arrive after the step that ended its state. */
  async function expireOutdated({ id, customer, driver, status }: BookingForNotices): Promise<void> {
    const kinds = outdatedBy(status);
    const uids = driver === null ? [customer] : [customer, driver];
    if (kinds.length === 0) return;
    await deps.expireNotices(
      kinds,
      uids,
      uids.map(() => id),
    );
  }

  async function onChanged(event: StoredEvent): Promise<void> {
    const { booking_id, status, from } = changed.parse(event.data);
    if (status === 'COMPLETE') await removeOld();
    if (from === undefined) return;
    const booking = await findBooking(booking_id);
    if (!booking) return;
    const step = {
      status,
      from,
      rated: booking.rating !== null,
      cancelledBy: booking.cancelled_by,
      reason: booking.reason,
      later: isFarAhead(booking),
      followOn: followOnOf(booking),
    };
    await expireOutdated(booking);
    const notices = noticesOf(step);
    if (!isOutdated(status, booking.status)) return notify(event, booking, notices);
    // For the history only. Without a driver, the driver of the step is not known any more.
    if (booking.driver === null) return;
    await notify(
      event,
      booking,
      notices.map((notice) => ({ ...notice, until: event.at })),
    );
  }

  async function onSetOut(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (booking?.status !== 'ACCEPTED') return;
    await notify(event, booking, [setOutEvent.parse(event.data).isAhead ? bookedTripBegun : setOut]);
  }

  async function onGivenBack(event: StoredEvent): Promise<void> {
    const { booking_id, driver, reason, isAhead } = givenBackEvent.parse(event.data);
    const booking = await findBooking(booking_id);
    if (!booking) return;
    const later = isFarAhead(booking);
    // Another driver may have accepted it meanwhile.
    const toRider = booking.status === 'NEW' ? [givenBack(later)] : [];
    const toDriver = givenBackToDriver(reason, { later: isHoursAhead(booking), ahead: isAhead }).map(
      (notice) => ({
        ...notice,
        uid: driver,
      }),
    );
    const until = later ? { until: booking.tripdate } : {};
    await notify(
      event,
      booking,
      [...toRider, ...toDriver].map((notice) => ({ ...notice, ...until })),
    );
    // They do not drive the trip and cannot read its chat any more, unless they have accepted the booking again.
    if (booking.driver !== driver)
      await deps.expireNotices(['chat_message', 'leave_now'], [driver], [booking_id]);
  }

  /** Creates the notices of a trip booked for later, unless its status has changed meanwhile. */
  async function onLater(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (!booking) return;
    const until = booking.tripdate;
    if (event.name === SEARCH_BEGUN) {
      if (booking.status === 'NEW') await notify(event, booking, [{ ...searchBegun, until }]);
      return;
    }
    const { kind } = reminded.parse(event.data);
    if (!isStillToRemind(kind, booking, clock.now())) return;
    await notify(event, booking, [{ ...(kind === 'leave_now' ? leaveNow : rideSoon), until }]);
  }

  /** A dispatcher sends a confirmation: the rider gets the booking in writing with a link. */
  async function onConfirmation(event: StoredEvent): Promise<void> {
    const { booking_id, origin } = confirmation.parse(event.data);
    const booking = await findBooking(booking_id);
    const token = booking && (await deps.trackingToken(booking_id));
    if (!booking || token === null) return;
    const words = { ...wordsOf(booking, await timezone()), link: `${origin}/t/${token}` };
    const params = { bookingId: booking.id };
    const notice = { uid: booking.customer, kind: 'booking_confirmed', words, params } as const;
    await notifyOfEvents([{ event, notices: [notice] }]);
  }

  /** Only before the trip begins, because the code is not needed afterwards. */
  async function onCodeRefused(event: StoredEvent): Promise<void> {
    const booking = await findBooking(offered.parse(event.data).booking_id);
    if (booking?.status === 'ACCEPTED' || booking?.status === 'ARRIVED')
      await notify(event, booking, [codeRefused]);
  }

  /** Notifies drivers with an open offer, until it expires. */
  async function onOffered(events: readonly StoredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const ids = [...new Set(events.map(bookingOf))];
    const [bookings, requests] = await Promise.all([deps.findBookings(ids), deps.openOffersOfEach(ids)]);
    const byId = new Map(bookings.map((booking) => [booking.id, booking]));
    const groups: EventNotices[] = [];
    for (const event of events) {
      const booking = byId.get(bookingOf(event));
      if (!booking) continue;
      const offeredDrivers = driversOf(event);
      const open = (requests.get(booking.id) ?? []).filter(({ driver }) => offeredDrivers.includes(driver));
      const notice = newTask(isHoursAhead(booking));
      const tasks = open.map(({ driver, expires_at }) => ({ ...notice, uid: driver, until: expires_at }));
      groups.push(await plan(event, booking, tasks));
    }
    await notifyOfEvents(groups);
  }

  /** Stops delivery of the notices of offers that are over, and marks them as read: no offer is left to look at. */
  async function onWithdrawn(events: readonly StoredEvent[]): Promise<void> {
    const offers = events.flatMap((event) =>
      driversOf(event).map((driver) => ({ driver, booking: bookingOf(event) })),
    );
    if (offers.length === 0) return;
    const drivers = offers.map(({ driver }) => driver);
    const bookings = offers.map(({ booking }) => booking);
    await deps.expireNotices(offerKinds, drivers, bookings);
    await deps.readOfferNotices(drivers, bookings);
  }

  function handle(event: StoredEvent): Promise<void> {
    if (event.name === OFFERED) return onOffered([event]);
    if (event.name === WITHDRAWN) return onWithdrawn([event]);
    if (event.name === SET_OUT) return onSetOut(event);
    if (event.name === GIVEN_BACK) return onGivenBack(event);
    if (event.name === CONFIRMATION) return onConfirmation(event);
    if (event.name === CODE_REFUSED) return onCodeRefused(event);
    return event.name === 'booking.changed' ? onChanged(event) : onLater(event);
  }

  /** Handles offers of many bookings together; events of one booking stay in their order. */
  async function handleTogether(events: readonly StoredEvent[]): Promise<void> {
    let changes = new Map<string, StoredEvent[]>();
    const handleChanges = async () => {
      const all = [...changes.values()].flat();
      changes = new Map();
      await onWithdrawn(all.filter(({ name }) => name === WITHDRAWN));
      await onOffered(all.filter(({ name }) => name === OFFERED));
    };
    for (const event of events) {
      if (event.name !== OFFERED && event.name !== WITHDRAWN) {
        await handle(event);
        continue;
      }
      const booking = bookingOf(event);
      const before = changes.get(booking) ?? [];
      if (before.some(({ name }) => name !== event.name)) await handleChanges();
      changes.set(booking, [...(changes.get(booking) ?? []), event]);
    }
    await handleChanges();
  }

  return {
    name: 'notifications.on-booking-event',
    events: [
      'booking.changed',
      OFFERED,
      WITHDRAWN,
      SEARCH_BEGUN,
      REMINDER_EVENT,
      CODE_REFUSED,
      CONFIRMATION,
      SET_OUT,
      GIVEN_BACK,
    ],
    handle,
    handleTogether,
  };
}
