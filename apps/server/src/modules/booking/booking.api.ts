// The interface that higher modules call: tracking reads trips and trails, dispatch reads and writes offers.
import type { RatingEntry } from '@kerb/contract';
import { activeStatuses, type BookingStatus, busyStatuses, type TrackingEntry } from '@kerb/domain/booking';
import type { DrivingCounts } from '@kerb/domain/dispatch';
import type { LatLng, ReportedPosition } from '@kerb/domain/geo';
import type { ReferralTrip } from '@kerb/domain/identity';
import { DomainError, type Minor } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Queries,
  readRowsTogether,
  type StoredEvent,
  type Tx,
} from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { driverAmong } from './booking.events.ts';
import { type Viewer, viewerOf } from './booking.policy.ts';
import { createCancelBySystem, createCancelWithin } from './cancel/cancel-booking.ts';
import { type BookForAdmins, createBookForAdmins } from './create/book-trip.ts';
import { type BeginAhead, createBeginAhead } from './offers/begin-ahead.ts';
import { createCloseOtherOffers, createExpireOffers, createWithdrawOffers } from './offers/close-offers.ts';
import { createExpectPickup } from './offers/expect-pickup.ts';
import {
  createGiveBackAheadOf,
  createGiveBackBySystem,
  createGiveBackOfDriver,
  createGiveBackOfSilentDriver,
} from './offers/give-back-booking.ts';
import { createOfferRounds, type PlannedRound, type RoundLimits } from './offers/offer-rounds.ts';
import { erasePerson } from './personal-data/erase-person.ts';
import { createExportPersonalData, type ExportedBookings } from './personal-data/export-personal-data.ts';
import { type OfferedTask, presentTask } from './present/booking.presenter.ts';
import { createEstimateFare } from './quote/estimate-fare.ts';
import { owedByCard } from './step/owed-by-card.ts';
import { type BoardCount, type BoardRecord, boardRepository } from './store/board.repository.ts';
import { bookingRepository, type EndingTrip, type RecentBooking } from './store/booking.repository.ts';
import type { BookingRecord, RequestOutcome } from './store/booking.tables.ts';
import { fareReviewRepository } from './store/fare-review.repository.ts';
import { type ApproachingTrip, laterBookingsRepository } from './store/later-bookings.repository.ts';
import {
  type FollowOnOffer,
  type MissedBooking,
  type OpenOffer,
  offerRepository,
} from './store/offer.repository.ts';
import { type ErasedBookings, personalDataRepository } from './store/personal-data.repository.ts';
import { quoteRepository } from './store/quote.repository.ts';
import { refundRepository } from './store/refund.repository.ts';
import { type StartedTrip, type StartedTripsPage, startedTrips } from './store/started-trips.repository.ts';
import { type TrailPoint, trailRepository } from './store/trail.repository.ts';
import { createAddUploadedPositions, type UploadedPositions } from './trip/add-uploaded-positions.ts';
import { createListRatings } from './trip/list-ratings.ts';

export type EstimateTrip = Parameters<ReturnType<typeof createEstimateFare>>[1];

/** The fields of a booking that determine a user's role in it. */
export type BookingParties = Pick<BookingRecord, 'status' | 'customer' | 'driver' | 'fleetadmin'>;

export interface BookingApi {
  find(id: string): Promise<BookingRecord | null>;
  /** Reads the bookings; missing ones are left out. */
  findEach(ids: readonly string[]): Promise<BookingRecord[]>;
  /** The rider's most recent bookings, newest first. */
  recentBookingsOf(rider: string, limit: number): Promise<RecentBooking[]>;
  /**
   * The amount that the rider owes by card for a booking, as an order to pay; null for another rider's booking. Throws
   * `already_paid`, or `transition_not_allowed` while nothing is owed by card.
   */
  orderOf(id: string, rider: string): Promise<CardOrder | null>;
  /**
   * Makes a quote for a rider like POST /estimates, but without its rate limits. Returns the quote's id. Throws
   * `select_proper` for an unknown car type, and the errors of a trip without a road route.
   */
  estimateFor(rider: string, trip: EstimateTrip): Promise<string>;
  /** Books a quote for a rider as an admin would; `writeInTx` runs in the transaction of the booking. */
  bookForAdmins: BookForAdmins;
  /** Cancels a booking in the caller's transaction, by the rules of POST /bookings/:id/cancel. */
  cancelWithin: ReturnType<typeof createCancelWithin>;
  /** The driver's current trip; null without one. */
  activeTripOf(driver: string): Promise<BookingRecord | null>;
  /** The current trips of these drivers, by driver, limited to one fleet if given. */
  tripsOf(drivers: readonly string[], fleetadmin: string | null): Promise<Map<string, ShortTrip>>;
  /** The actor's role in the booking; null without one. A driver who only has an offer has no role yet. */
  partyOf(booking: BookingParties, actor: Actor): Exclude<Viewer, 'requested_driver'> | null;
  /** NEW bookings that were due for dispatch before `before` (ms since the epoch), oldest first. */
  searching(before: number, after?: Pick<BookingRecord, 'dispatch_at' | 'id'>): Promise<BookingRecord[]>;
  /**
   * The ids of the NEW bookings that are due for dispatch and without an open offer; oldest first. An admin's offer counts
   * for `byHandMs` only.
   */
  withoutOffer(now: number, terms: { limit: number; byHandMs: number }): Promise<string[]>;
  /** The newest bookings that became due for dispatch from `since` to `until`, in any state; newest first. */
  recentPickups(
    since: number,
    until: number,
    limit: number,
  ): Promise<Pick<BookingRecord, 'dispatch_at' | 'pickup' | 'customer'>[]>;
  /** Pickups of the trips that signed-in users priced in the last ten minutes, booked or not; newest first. */
  openSearches(now: number, limit: number): Promise<{ rider: string; pickup: LatLng }[]>;
  /**
   * Makes one offer round for each of several bookings, in a few statements, and notifies their drivers. Returns the
   * bookings that are still NEW, with the drivers who have an offer now. Drivers who declined a booking before get no
   * other offer of it.
   */
  offerRounds(
    tx: Tx,
    rounds: readonly PlannedRound[],
    limits: RoundLimits,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The number of open offers of other bookings that each of the drivers has. */
  countOpenOffers(
    drivers: readonly string[],
    exceptOf: string | null,
    now: number,
  ): Promise<Map<string, number>>;
  /** Closes the open offers of other bookings to the driver of this one. Returns those bookings. */
  closeOtherOffers(id: string): Promise<string[]>;
  /**
   * Closes the driver's open offers of due bookings that they cannot accept any more, because they are off duty or drive
   * a car of another type. Returns those bookings.
   */
  withdrawOffersOf(driver: string): Promise<string[]>;
  /** Closes the expired offers and notifies their drivers. Returns those drivers. */
  expireOffers(tx: Tx, id: string): Promise<string[]>;
  /** Offers that are still open, expired ones included, ordered by expiry. */
  openOffers(id: string): Promise<OpenOffer[]>;
  /** The open offers by booking; bookings without an open offer are missing. */
  openOffersOfEach(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OpenOffer[]>>;
  /**
   * The outcome of each driver's last offer of the booking, null while it is open; without offers that an admin made by
   * hand, which belong to no round of the search.
   */
  outcomesOf(id: string): Promise<ReadonlyMap<string, RequestOutcome | null>>;
  /** The drivers who get no further offer of the booking, because they declined it or went silent on the way. */
  declinedBy(id: string): Promise<string[]>;
  /** The same for several bookings; those without such a driver are missing. */
  declinedByEach(ids: readonly string[]): Promise<Map<string, Set<string>>>;
  /** When each driver's last trip ended, ms since the epoch; drivers without a finished last trip are missing. */
  lastTripEnds(drivers: readonly string[]): Promise<Map<string, number>>;
  /**
   * STARTED and REACHED trips of the car type that, by their estimate, end before `before` (ms since the epoch), and
   * that no other trip follows.
   */
  endingTrips(carType: string, before: number, limit: number): Promise<EndingTrip[]>;
  /** The STARTED or REACHED trip with this id; null for any other. */
  endingTrip(id: string): Promise<EndingTrip | null>;
  /** NEW later bookings whose time is after `from` and at most `until` (ms since the epoch), earliest first. */
  laterBookings(from: number, until: number, limit: number): Promise<BookingRecord[]>;
  /** Those of the bookings that are NEW later bookings. */
  laterAmong(ids: readonly string[]): Promise<BookingRecord[]>;
  /** The ACCEPTED and ARRIVED trips for which these drivers have set out and that no other trip follows. */
  approachingTripsOf(drivers: readonly string[]): Promise<ApproachingTrip[]>;
  /** The ids of all follow-on trips. */
  followOns(): Promise<string[]>;
  /** Stores a new estimate of the pickup of a follow-on trip and notifies its rider's clients. */
  expectPickup(id: string, at: number): Promise<void>;
  /** Returns a booking whose driver waits to set out to NEW. False for any other booking. */
  giveBack(id: string): Promise<boolean>;
  /** The same for the follow-on trip of a driver. Returns the booking's id; null without one. */
  giveBackOf(driver: string): Promise<string | null>;
  /** Makes a later booking that was accepted ahead the current trip of its driver, when its time has come. */
  beginAhead(id: string): Promise<BeginAhead>;
  /** The later bookings that were accepted ahead and whose search would begin until `before`, earliest first. */
  acceptedAhead(before: number): Promise<BookingRecord[]>;
  /** Those of a driver whose search would have begun at `now`, earliest first. */
  dueAheadOf(driver: string, now: number): Promise<string[]>;
  /** The trip that the driver has accepted to drive after the current one; null without one. */
  followOnOf(driver: string): Promise<BookingRecord | null>;
  /** Returns the later bookings that the driver accepted ahead to NEW, because they will not drive any more. */
  giveBackAheadOf(tx: Tx, driver: string): Promise<void>;
  /** The ids of the ACCEPTED bookings whose driver is on the way to the pickup. */
  onTheWay(): Promise<string[]>;
  /**
   * Returns a booking to NEW because its driver's phone went silent. False when it has another driver or status by now.
   */
  giveBackOfSilent(id: string, driver: string): Promise<boolean>;
  /** Those of the bookings that the driver did not get and has no open offer of, with the outcome of their offer. */
  missedBy(driver: string, bookings: readonly string[]): Promise<MissedBooking[]>;
  /** The offers since `since` (ms) that the driver accepted, declined or let expire, and how many were accepted. */
  answeredOffers(
    driver: string,
    since: number,
    until?: number,
  ): Promise<{ offers: number; accepted: number }>;
  /** Counts of a driver's offers and trips since `since`, ms since the epoch. */
  drivingCounts(driver: string, since: number): Promise<DrivingCounts>;
  /** Cancels a booking that is still NEW. Returns whether it was cancelled. */
  cancelBySystem(id: string, reason: string): Promise<boolean>;
  /** A trip that is paid and not refunded, not even in part; null for any other. */
  paidTripOf(id: string): Promise<PaidTrip | null>;
  /**
   * The refunds of a trip or of its payment, oldest first: granted by admins, issued by the provider, or after a
   * cancellation.
   */
  refundsOf(id: string): Promise<{ at: number; amount: Minor; toCard: Minor }[]>;
  /** The amount that an approved fare review has added to this booking after its payment; null without one. */
  addedByReview(
    booking: Pick<BookingRecord, 'id' | 'fare_review' | 'paid_at'>,
  ): Promise<{ at: number; amount: Minor } | null>;
  /**
   * The bookings on the dispatch board, limited to one fleet if given; at most `limit` of each status. Of those that wait
   * for a car, the ones that want it first; of the others the newest.
   */
  onBoard(fleetadmin: string | null, limit: number): Promise<BoardRecord[]>;
  /**
   * The number of all bookings on the dispatch board; one whose search begins after `search`, or whose car is wanted after
   * `wanted` (ms since the epoch), is ahead.
   */
  countOnBoard(fleetadmin: string | null, due: { search: number; wanted: number }): Promise<BoardCount[]>;
  /** NEW bookings with an open offer to this driver, ordered by expiry. */
  tasksOf(driver: string): Promise<DriverTask[]>;
  /**
   * Stores live positions of a trip in one statement. Nothing is stored for a booking that is not under way or that
   * belongs to another driver.
   */
  appendTrail(trip: { booking: string; driver: string }, points: readonly TrailPoint[]): Promise<void>;
  /** The driver of the booking of an event; null while it has none. */
  driverOfEvent(event: Pick<StoredEvent, 'topics'>): string | null;
  /**
   * Adds positions that a driver's phone buffered while offline to the trail of their current trip, as far as they
   * are plausible. Throws `not_found` for another driver's booking.
   */
  addUploadedPositions(
    driver: string,
    id: string,
    positions: readonly ReportedPosition[],
  ): Promise<UploadedPositions>;
  /** Positions stored since the trip started, oldest first. */
  trailOf(id: string): Promise<TrailPoint[]>;
  /** The STARTED trips, ordered by id, with their recent positions. */
  startedTrips(page: StartedTripsPage): Promise<StartedTrip[]>;
  /** Status changes with their positions, oldest first. */
  timelineOf(id: string): Promise<TrackingEntry[]>;
  /** The ratings a user received as driver or rider, newest first. Throws `invalid_input` for an invalid cursor. */
  ratingsOf(
    person: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: RatingEntry[]; nextCursor: string | null }>;
  /** Whether the user, as rider or driver, has a booking that waits for its trip or is on the trip. */
  hasBookingUnderWay(tx: Tx, uid: string): Promise<boolean>;
  /**
   * Whether the user, as rider or driver, has a booking that is neither finished nor paid, or one with an open fare
   * review.
   */
  hasUnsettledBooking(tx: Tx, uid: string): Promise<boolean>;
  /** Whether a provider has not finished a refund of one of the rider's bookings. */
  hasPendingRefund(tx: Tx, uid: string): Promise<boolean>;
  /** Whether the user was rider or driver of a paid trip. */
  hasPaidTrip(tx: Tx, uid: string): Promise<boolean>;
  /** Whether any booking exists. Bookings have amounts, so the currency's decimals can then no longer change. */
  hasBookings(tx: Tx): Promise<boolean>;
  /** Whether an unfinished booking uses this car type. */
  isCarTypeInUse(tx: Tx, carType: string): Promise<boolean>;
  /**
   * Removes the user's name, contacts, pictures and comments from every booking; trips and amounts stay. Returns those
   * bookings.
   */
  erasePerson(tx: Tx, uid: string): Promise<ErasedBookings>;
  /** The user's bookings and ratings for their personal data export. */
  exportOf(uid: string): Promise<ExportedBookings>;
}

/** An open offer, presented to its driver. `followOn`: for a trip after the current one. */
export interface DriverTask {
  booking: BookingRecord;
  task: OfferedTask;
  followOn: FollowOnOffer | null;
}

/** The fields of a paid trip that the referral bonus depends on. */
export interface PaidTrip extends ReferralTrip {
  id: string;
  /** uid of the rider */
  customer: string;
  /** Whether its fare waits for an admin's decision. */
  isUnderReview: boolean;
}

async function paidTripOf({ db }: Pick<BookingDeps, 'db'>, id: string): Promise<PaidTrip | null> {
  const booking = await bookingRepository(db).find(id);
  if (booking?.status !== 'PAID' && booking?.status !== 'COMPLETE') return null;
  if ((await refundRepository(db).given(booking)).amount > 0) return null;
  const { customer, driver, distance_km: distanceKm, total_trip_time: seconds } = booking;
  const request = driver === null ? undefined : await offerRepository(db).find(id, driver);
  return {
    id,
    customer,
    driver,
    distanceKm,
    seconds,
    byHand: request?.by_hand ?? false,
    isUnderReview: booking.fare_review === 'open',
  };
}

/** A summary that identifies a trip under way. */
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

/** PAID is not an open status: a job completes a paid trip without an action of any user. */
const openStatuses = activeStatuses.filter((status) => status !== 'PAID');

/**
 * The trip of a PENDING booking is over: only its payment is missing, which an admin can charge. One in REACHED still
 * occupies its driver, who collects the cash.
 */
const underWayStatuses = openStatuses.filter((status) => status !== 'PENDING');

const SEARCHED_AT_ONCE = 200;

export function createBookingApi(deps: BookingDeps): BookingApi {
  const bookings = bookingRepository(deps.db);
  const offers = offerRepository(deps.db);
  const later = laterBookingsRepository(deps.db);
  const estimateFare = createEstimateFare(deps);
  return {
    estimateFor: async (rider, trip) => (await estimateFare({ uid: rider }, trip, rider)).id,
    bookForAdmins: createBookForAdmins(deps),
    cancelWithin: createCancelWithin(deps),
    find: readRowsTogether(bookings.findEach, ({ id }) => id),
    findEach: bookings.findEach,
    recentBookingsOf: bookings.recentOf,
    orderOf: (id, rider) => orderOf(deps, id, rider),
    activeTripOf: async (driver) => (await bookings.activeTripOf(driver)) ?? null,
    async tripsOf(drivers, fleetadmin) {
      const trips = await bookings.tripsOf(drivers, fleetadmin);
      return new Map(trips.map(({ driver, ...trip }) => [driver ?? '', trip]));
    },
    partyOf,
    searching: (before, after) => bookings.toDispatch(before, after, SEARCHED_AT_ONCE),
    offerRounds: createOfferRounds(deps),
    expireOffers: createExpireOffers(deps),
    openOffers: offers.open,
    openOffersOfEach: offers.openOfEach,
    outcomesOf: offers.outcomesOf,
    declinedBy: offers.declinedBy,
    declinedByEach: offers.declinedByEach,
    withoutOffer: bookings.withoutOffer,
    recentPickups: bookings.recentPickups,
    openSearches: quoteRepository(deps.db).openSearches,
    lastTripEnds: bookings.lastTripEnds,
    endingTrips: bookings.endingTrips,
    endingTrip: async (id) => (await bookings.endingTrip(id)) ?? null,
    laterBookings: later.within,
    laterAmong: later.among,
    approachingTripsOf: later.approachingTripsOf,
    followOns: bookings.followOns,
    expectPickup: createExpectPickup(deps),
    onBoard: boardRepository(deps.db).open,
    countOnBoard: boardRepository(deps.db).countOpen,
    giveBack: createGiveBackBySystem(deps),
    beginAhead: createBeginAhead(deps),
    acceptedAhead: later.acceptedAhead,
    dueAheadOf: later.dueAheadOf,
    followOnOf: async (driver) => (await bookings.followOnOf(driver)) ?? null,
    giveBackAheadOf: createGiveBackAheadOf(deps),
    giveBackOf: createGiveBackOfDriver(deps),
    onTheWay: bookings.onTheWay,
    giveBackOfSilent: createGiveBackOfSilentDriver(deps),
    missedBy: offers.missedBy,
    answeredOffers: offers.answeredOffers,
    async drivingCounts(driver, since) {
      const [answered, taken] = await Promise.all([
        offers.answeredOffers(driver, since),
        offers.tripsTaken(driver, since),
      ]);
      return { ...answered, ...taken };
    },
    countOpenOffers: offers.countOpenOffers,
    closeOtherOffers: createCloseOtherOffers(deps),
    withdrawOffersOf: createWithdrawOffers(deps),
    cancelBySystem: createCancelBySystem(deps),
    paidTripOf: (id) => paidTripOf(deps, id),
    async refundsOf(id) {
      const booking = await bookings.find(id);
      const refunds = await refundRepository(deps.db).ofBooking(id);
      const given = refunds.filter(
        ({ granted_by, payment }) =>
          granted_by !== null || (payment !== null && payment === booking?.payment),
      );
      return given.reverse().map(({ at, amount, to_card: toCard }) => ({ at, amount, toCard }));
    },
    async addedByReview({ id, fare_review: state, paid_at: paidAt }) {
      if (state !== 'approved' || paidAt === null) return null;
      const review = await fareReviewRepository(deps.db).find(id);
      if (review === undefined || review.posted_at === null) return null;
      // One that was approved before is charged with the payment.
      if (review.decided_at === null || review.decided_at <= paidAt || review.extra_payable === 0)
        return null;
      return { at: review.posted_at, amount: review.extra_payable };
    },
    async tasksOf(driver) {
      const tasks = await offers.tasksOf(driver, deps.clock.now());
      return tasks.map(({ booking, expires_at, followOn }) => ({
        booking,
        task: presentTask(booking, expires_at, followOn !== null),
        followOn,
      }));
    },
    ...trailApi(deps),
    driverOfEvent: ({ topics }) => driverAmong(topics),
    addUploadedPositions: createAddUploadedPositions(deps),
    startedTrips: (page) => startedTrips(deps.db, page),
    ratingsOf: createListRatings(deps),
    hasBookingUnderWay: (tx, uid) => personalDataRepository(tx).isInOneOf(uid, underWayStatuses),
    async hasUnsettledBooking(tx, uid) {
      const people = personalDataRepository(tx);
      return (await people.isInOneOf(uid, openStatuses)) || (await people.hasOpenFareReview(uid));
    },
    hasPendingRefund: (tx, uid) => personalDataRepository(tx).hasPendingRefund(uid),
    isCarTypeInUse: (tx, carType) => bookingRepository(tx).existsOfCarType(carType, openStatuses),
    hasBookings: (tx) => bookingRepository(tx).exist(),
    hasPaidTrip: (tx, uid) => personalDataRepository(tx).isInOneOf(uid, ['PAID', 'COMPLETE']),
    erasePerson,
    exportOf: createExportPersonalData(deps),
  };
}
