// What higher modules may ask of bookings: tracking its trips and trails, dispatch who is asked.
import type { RatingEntry } from '@kerb/contract';
import { activeStatuses, type BookingStatus, busyStatuses, type TrackingEntry } from '@kerb/domain/booking';
import type { ReportedPosition } from '@kerb/domain/geo';
import { DomainError, type Minor } from '@kerb/domain/kernel';
import type { Actor, Clock, Queries, StoredEvent, Tx } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { driverAmong } from './booking.events.ts';
import { type Viewer, viewerOf } from './booking.policy.ts';
import { bookingRepository } from './booking.repository.ts';
import type { BookingRecord } from './booking.tables.ts';
import { createCancelBySystem } from './cancel/cancel-booking.ts';
import { owedByCard } from './money/owed-by-card.ts';
import { refundRepository } from './money/refund.repository.ts';
import { createExpireRequests, createRequestDrivers } from './requests/ask-drivers.ts';
import { type OpenRequest, requestRepository } from './requests/request.repository.ts';
import { createKeepPositions, type KeptPositions } from './trip/keep-positions.ts';
import { createListRatings } from './trip/list-ratings.ts';
import { type StartedTrip, type StartedTripsPage, startedTrips } from './trip/started-trips.repository.ts';
import { type TrailPoint, trailRepository } from './trip/trail.repository.ts';
import { erasePerson } from './view/erase-person.ts';
import { createExportBookings, type ExportedBookings } from './view/export-bookings.ts';
import { peopleCopiesRepository } from './view/people-copies.repository.ts';

/** What tells who somebody is to a booking. */
export type BookingParties = Pick<BookingRecord, 'status' | 'customer' | 'driver' | 'fleetadmin'>;

export interface BookingApi {
  find(id: string): Promise<BookingRecord | null>;
  /**
   * What the rider owes by card for a booking, as an order to pay; null for a booking that is not theirs. Throws
   * `already_paid`, or `transition_not_allowed` while nothing is owed by card.
   */
  orderOf(id: string, rider: string): Promise<CardOrder | null>;
  /** The trip that keeps the driver busy, or null. */
  activeTripOf(driver: string): Promise<BookingRecord | null>;
  /** The trips that keep these drivers busy, by driver; of one fleet when it is given, else of all. */
  tripsOf(drivers: readonly string[], fleetadmin: string | null): Promise<Map<string, ShortTrip>>;
  /** Who somebody is to a booking; null when it is none of their business. A driver merely asked is nobody yet. */
  partyOf(booking: BookingParties, actor: Actor): Exclude<Viewer, 'requested_driver'> | null;
  /** NEW bookings whose time to look for drivers had come by then (ms), the longest waiting first. */
  searching(before: number, after?: Pick<BookingRecord, 'dispatch_at' | 'id'>): Promise<BookingRecord[]>;
  /**
   * Asks them until `expiresAt` and tells them; answers who is asked now: those who declined before are not.
   * Throws `transition_not_allowed` when the booking is not NEW.
   */
  requestDrivers(tx: Tx, id: string, drivers: readonly string[], expiresAt: number): Promise<string[]>;
  /** Ends the requests whose time is over and tells their drivers; answers who they were. */
  expireRequests(tx: Tx, id: string): Promise<string[]>;
  /** Drivers asked now, deadlines over or not, by the end of their request. */
  openRequests(id: string): Promise<OpenRequest[]>;
  declinedBy(id: string): Promise<string[]>;
  /** Cancels a booking that is still NEW; answers whether it did. */
  cancelBySystem(id: string, reason: string): Promise<boolean>;
  /** What went back of a paid trip, oldest first: granted by admins, or paid back by the provider itself. */
  refundsOf(id: string): Promise<{ at: number; amount: Minor }[]>;
  /** NEW bookings that ask this driver now, in expiry order. */
  tasksOf(driver: string): Promise<{ booking: BookingRecord; expires_at: number }[]>;
  /**
   * Keeps positions of a trip that come from a phone with a network, in one statement; a booking that is not under
   * way, or is another driver's, keeps none.
   */
  appendTrail(trip: { booking: string; driver: string }, points: readonly TrailPoint[]): Promise<void>;
  /** The driver of the booking that an event tells of; null while it has none. */
  driverOfEvent(event: Pick<StoredEvent, 'topics'>): string | null;
  /**
   * Puts positions that a driver's phone kept without a network into the trail of his trip under way, those that
   * can be true. Throws `not_found` for a booking that is not his.
   */
  keepPositions(driver: string, id: string, positions: readonly ReportedPosition[]): Promise<KeptPositions>;
  /** Positions kept since the trip started, oldest first. */
  trailOf(id: string): Promise<TrailPoint[]>;
  /** The trips that are driven right now, by id, with where they have been lately. */
  startedTrips(page: StartedTripsPage): Promise<StartedTrip[]>;
  /** Status changes with their place, oldest first. */
  timelineOf(id: string): Promise<TrackingEntry[]>;
  /** The ratings a person was given, driving or riding, newest first. Throws `invalid_input` for a foreign cursor. */
  ratingsOf(
    person: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: RatingEntry[]; nextCursor: string | null }>;
  /** Whether the person, riding or driving, has a booking that is not over: still to be made, or to be paid. */
  hasOpenBooking(tx: Tx, uid: string): Promise<boolean>;
  /** Whether the person, riding or driving, has made a trip that is paid. */
  hasPaidTrip(tx: Tx, uid: string): Promise<boolean>;
  /** Whether there ever was a booking: each has amounts. */
  hasBookings(tx: Tx): Promise<boolean>;
  /** Whether a booking that is still to be driven or settled is of this car type. */
  isCarTypeAwaited(tx: Tx, carType: string): Promise<boolean>;
  /**
   * Takes the person's name, contacts, pictures and words out of every booking; trips and amounts stay. Answers
   * the ids of those bookings.
   */
  erasePerson(tx: Tx, uid: string): Promise<string[]>;
  /** The person's bookings and ratings as they may have them in hand. */
  exportOf(uid: string): Promise<ExportedBookings>;
}

/** As much of a trip under way as tells it from others. */
export interface ShortTrip {
  id: string;
  reference: string;
  status: BookingStatus;
  dropAddress: string;
}

export interface CardOrder {
  booking: string;
  amount: Minor;
  decimals: number;
  /** The booking's reference. */
  reference: string;
}

async function orderOf(
  { db }: Pick<BookingDeps, 'db'>,
  id: string,
  rider: string,
): Promise<CardOrder | null> {
  const booking = await bookingRepository(db).find(id);
  if (booking?.customer !== rider) return null;
  if (booking.status === 'PAID' || booking.status === 'COMPLETE') throw new DomainError('already_paid');
  const amount = owedByCard(booking);
  if (amount === null) throw new DomainError('transition_not_allowed', 'Nothing is owed by card');
  return { booking: id, amount, decimals: booking.pricing.decimals, reference: booking.reference };
}

function partyOf(booking: BookingParties, actor: Actor): Exclude<Viewer, 'requested_driver'> | null {
  const viewer = viewerOf(booking, actor);
  return viewer === 'requested_driver' ? null : viewer;
}

const trailApi = ({
  db,
  clock,
}: {
  db: Queries;
  clock: Clock;
}): Pick<BookingApi, 'appendTrail' | 'trailOf' | 'timelineOf'> => ({
  appendTrail: (trip, points) => trailRepository(db).append(trip, points, busyStatuses, clock.now()),
  async trailOf(id) {
    const booking = await bookingRepository(db).find(id);
    if (!booking?.trip_start_time) return [];
    const points = await trailRepository(db).trail(id, booking.trip_start_time);
    return points.map(({ at, lat, lng }) => ({ at, lat, lng }));
  },
  async timelineOf(id) {
    const entries = await trailRepository(db).timeline(id);
    return entries.map(({ id: entry, at, status, lat, lng }) => ({ id: entry, at, status, lat, lng }));
  },
});

/** A paid trip waits for nobody: it completes by itself. */
const openStatuses = activeStatuses.filter((status) => status !== 'PAID');

const SEARCHED_AT_ONCE = 200;

export function createBookingApi(deps: BookingDeps): BookingApi {
  const bookings = bookingRepository(deps.db);
  const requests = requestRepository(deps.db);
  return {
    find: async (id) => (await bookings.find(id)) ?? null,
    orderOf: (id, rider) => orderOf(deps, id, rider),
    activeTripOf: async (driver) => (await bookings.activeTripOf(driver)) ?? null,
    async tripsOf(drivers, fleetadmin) {
      const trips = await bookings.tripsOf(drivers, fleetadmin);
      return new Map(trips.map(({ driver, ...trip }) => [driver ?? '', trip]));
    },
    partyOf,
    searching: (before, after) => bookings.toDispatch(before, after, SEARCHED_AT_ONCE),
    requestDrivers: createRequestDrivers(deps),
    expireRequests: createExpireRequests(deps),
    openRequests: requests.open,
    declinedBy: requests.declinedBy,
    cancelBySystem: createCancelBySystem(deps),
    async refundsOf(id) {
      const booking = await bookings.find(id);
      const refunds = await refundRepository(deps.db).ofBooking(id);
      const given = refunds.filter(
        ({ granted_by, payment }) =>
          granted_by !== null || (payment !== null && payment === booking?.payment),
      );
      return given.reverse().map(({ at, amount }) => ({ at, amount }));
    },
    tasksOf: (driver) => requests.tasksOf(driver, deps.clock.now()),
    ...trailApi(deps),
    driverOfEvent: ({ topics }) => driverAmong(topics),
    keepPositions: createKeepPositions(deps),
    startedTrips: (page) => startedTrips(deps.db, page),
    ratingsOf: createListRatings(deps),
    hasOpenBooking: (tx, uid) => peopleCopiesRepository(tx).isInOneOf(uid, openStatuses),
    isCarTypeAwaited: (tx, carType) => bookingRepository(tx).existsOfCarType(carType, openStatuses),
    hasBookings: (tx) => bookingRepository(tx).exist(),
    hasPaidTrip: (tx, uid) => peopleCopiesRepository(tx).isInOneOf(uid, ['PAID', 'COMPLETE']),
    erasePerson,
    exportOf: createExportBookings(deps),
  };
}
