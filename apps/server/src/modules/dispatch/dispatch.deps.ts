// The dependencies of dispatch: narrow interfaces of the lower modules.
import type { Task } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { MissedOffer, OfferOutcome } from '@kerb/domain/dispatch';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import type { Ratings } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { SearchShare } from './search-share.ts';

/** The fields of a booking that dispatch uses. */
export interface DispatchedBooking {
  id: string;
  status: BookingStatus;
  /** uid of the rider */
  customer: string;
  car_type: string;
  book_later: boolean;
  tripdate: number;
  /** When the search for a driver starts; ms since the epoch. */
  dispatch_at: number;
  pickup: LatLng;
  drop_point: LatLng;
  /** Seconds from the pickup to the end, by the estimate. */
  estimate_time_secs: number;
  pricing: { convert_to_mile: boolean };
  driver: string | null;
  /** The trip that the driver finishes first; null for any other booking. */
  follows: string | null;
  /**
   * The pickup times of a follow-on trip, as promised in the offer and as estimated last, and the promised one of a later
   * booking accepted ahead; ms since the epoch.
   */
  pickup_promised_at: number | null;
  pickup_expected_at: number | null;
  /** When a driver last gave the booking back; ms since the epoch. */
  given_back_at: number | null;
  /** When the driver accepted, and when they set out after the trip before; ms since the epoch. */
  driver_accept_time: number | null;
  set_out_at: number | null;
}

/** A trip that a driver is about to finish. */
export interface EndingTrip {
  id: string;
  driver: string | null;
  status: BookingStatus;
  drop_point: LatLng;
  trip_start_time: number | null;
  /** Seconds from the start to the end, by the estimate. */
  estimate_time_secs: number;
  /** It has stops between pickup and drop-off. */
  has_stops: boolean;
}

/** A trip whose driver is on the way to its pickup, or waits at the pickup. */
export interface ApproachingTrip extends EndingTrip {
  car_type: string;
  book_later: boolean;
  tripdate: number;
  pickup: LatLng;
}

/** An offer to a driver on a trip. */
export interface FollowOnOffer {
  /** The trip that the driver finishes first. */
  follows: string;
  /** When the rider can then expect them; ms since the epoch. */
  pickup_at: number;
}

/** An open booking on the dispatch board. Times are ms since the epoch; null when unknown. */
export interface BoardBooking {
  id: string;
  reference: string;
  status: BookingStatus;
  car_type: string;
  customer_name: string;
  driver: string | null;
  driver_name: string | null;
  vehicle_number: string | null;
  /** The trip that the driver finishes first. */
  follows: string | null;
  book_later: boolean;
  tripdate: number;
  booking_date: number;
  dispatch_at: number;
  pickup_promised_at: number | null;
  pickup_expected_at: number | null;
  set_out_at: number | null;
  driver_arrive_time: number | null;
  trip_start_time: number | null;
  trip_end_time: number | null;
  estimate_time_secs: number;
  pickup: AddressedPoint;
  drop_point: AddressedPoint;
  /** It has stops between pickup and drop-off. */
  has_stops: boolean;
}

/** An open offer, made by dispatch or by an admin, whose account may have been deleted since. */
export interface OpenOffer {
  driver: string;
  /** ms since the epoch */
  expires_at: number;
  by_hand: boolean;
  offered_by: string | null;
}

/** A task without the route to its pickup. */
export type OfferedTask = Omit<Task, 'pickup_distance' | 'pickup_time'>;

export type Searching = Pick<DispatchedBooking, 'id' | 'dispatch_at'>;

export interface BookingForDispatch {
  find(id: string): Promise<DispatchedBooking | null | undefined>;
  /** NEW bookings that were due for dispatch before `before`, oldest first, following `after`. */
  searching(before: number, after?: Searching): Promise<readonly Searching[]>;
  findEach(ids: readonly string[]): Promise<readonly DispatchedBooking[]>;
  /**
   * The ids of the NEW bookings that are due and without an open offer; oldest first. An admin's offer counts for
   * `byHandMs` only.
   */
  withoutOffer(now: number, terms: { limit: number; byHandMs: number }): Promise<readonly string[]>;
  /** The newest bookings that became due for dispatch from `since` to `until`, of every status; newest first. */
  recentPickups(
    since: number,
    until: number,
    limit: number,
  ): Promise<readonly { dispatch_at: number; pickup: LatLng; customer: string }[]>;
  /** Pickups of the estimates that signed-in users requested in the last ten minutes; newest first. */
  openSearches(now: number, limit: number): Promise<readonly { rider: string; pickup: LatLng }[]>;
  /** Open offers, expired ones included. */
  openOffers(id: string): Promise<readonly OpenOffer[]>;
  /** The open offers by booking; bookings without an open offer are missing. */
  openOffersOfEach(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OpenOffer[]>>;
  /** The outcome of each driver's last offer of the booking; null while it is open. */
  outcomesOf(id: string): Promise<ReadonlyMap<string, OfferOutcome | null>>;
  declinedBy(id: string): Promise<readonly string[]>;
  /** The drivers who declined, by booking; bookings without one are missing. */
  declinedByEach(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** When each driver's last trip ended, ms since the epoch; drivers without a finished last trip are missing. */
  lastTripEnds(drivers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** How many open offers of bookings other than `exceptOf` each of the drivers has; those without are missing. */
  countOpenOffers(
    drivers: readonly string[],
    exceptOf: string | null,
    now: number,
  ): Promise<ReadonlyMap<string, number>>;
  /**
   * Closes the expired offers of each booking, offers it to the first `wanted` of its ranked drivers and notifies them;
   * drivers with `maxOpen` open offers of other bookings are passed over. Returns the bookings that are still NEW, with
   * the drivers who have an offer.
   */
  offerRounds(
    tx: Tx,
    rounds: readonly {
      booking: string;
      ranked: readonly string[];
      wanted: number;
      /** For the drivers on a trip. */
      followOns: ReadonlyMap<string, FollowOnOffer>;
    }[],
    limits: { expiresAt: number; maxOpen: number },
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Closes the open offers of other bookings to the driver of this one. Returns those bookings. */
  closeOtherOffers(id: string): Promise<readonly string[]>;
  /** Closes the open offers of due bookings to a driver who is off duty, or whose car has another type. */
  withdrawOffersOf(driver: string): Promise<unknown>;
  /** Closes the expired offers and notifies their drivers. */
  expireOffers(tx: Tx, id: string): Promise<unknown>;
  /** Cancels a booking that is still NEW; does nothing otherwise. */
  cancelBySystem(id: string, reason: string): Promise<unknown>;
  /** Those of the bookings that the driver did not get and has no open offer of. */
  missedBy(driver: string, bookings: readonly string[]): Promise<readonly MissedBooking[]>;
  /** The offers since `since` (ms) that the driver accepted, declined or let expire, and how many were accepted. */
  answeredOffers(driver: string, since: number): Promise<{ offers: number; accepted: number }>;
  /** NEW bookings with an open offer to this driver, ordered by expiry; `followOn` for an offer after the current trip. */
  tasksOf(
    driver: string,
  ): Promise<readonly { booking: DispatchedBooking; task: OfferedTask; followOn: FollowOnOffer | null }[]>;
  /**
   * Bookings on the dispatch board, limited to one fleet if given; at most `limit` of each status. Of those that wait for
   * a car, the ones that want it first; of the others the newest.
   */
  onBoard(fleetadmin: string | null, limit: number): Promise<readonly BoardBooking[]>;
  /**
   * The number of all bookings on the dispatch board; one whose search begins after `search`, or whose car is wanted after
   * `wanted` (ms since the epoch), is ahead.
   */
  countOnBoard(
    fleetadmin: string | null,
    due: { search: number; wanted: number },
  ): Promise<readonly { status: BookingStatus; isAhead: boolean; count: number }[]>;
  /** STARTED and REACHED trips that are due to end before `before` (ms since the epoch) and that no other trip follows. */
  endingTrips(carType: string, before: number, limit: number): Promise<readonly EndingTrip[]>;
  /** The trip before a follow-on trip; null once it is over. */
  endingTrip(id: string): Promise<EndingTrip | null>;
  /** NEW later bookings whose time is after `from` and at most `until` (ms since the epoch), earliest first. */
  laterBookings(from: number, until: number, limit: number): Promise<readonly DispatchedBooking[]>;
  /** Those of the bookings that are NEW later bookings. */
  laterAmong(ids: readonly string[]): Promise<readonly DispatchedBooking[]>;
  /** The ACCEPTED and ARRIVED trips for which these drivers have set out and that no other trip follows. */
  approachingTripsOf(drivers: readonly string[]): Promise<readonly ApproachingTrip[]>;
  /** The driver of the booking that an event is about; null while it has none. */
  driverOfEvent(event: { topics: readonly string[] }): string | null;
  /** The ids of all follow-on trips. */
  followOns(): Promise<readonly string[]>;
  /** Stores a new estimate of the pickup of a follow-on trip and notifies its rider's clients. */
  expectPickup(id: string, at: number): Promise<void>;
  /**
   * Returns a booking whose driver waits to set out to NEW and notifies its rider; false for any other booking.
   */
  giveBack(id: string): Promise<boolean>;
  /** The same for the follow-on trip of a driver. Returns its id; null without one. */
  giveBackOf(driver: string): Promise<string | null>;
  /**
   * Makes a later booking that was accepted ahead the current trip of its driver. `early`: before its search; `busy`:
   * the driver is on another trip; `given_back`: the driver may not drive it any more.
   */
  beginAhead(id: string): Promise<'over' | 'early' | 'busy' | 'off_duty' | 'given_back' | 'begun'>;
  /** The later bookings that the driver accepted ahead and whose search would have begun, earliest first. */
  dueAheadOf(driver: string, now: number): Promise<readonly string[]>;
  /** The trip that the driver has accepted to drive after the current one; null without one. */
  followOnOf(
    driver: string,
  ): Promise<Pick<DispatchedBooking, 'pickup' | 'drop_point' | 'estimate_time_secs'> | null>;
  /** The id of the driver's current trip; null without one. */
  activeTripOf(driver: string): Promise<{ id: string } | null>;
  /** The later bookings that were accepted ahead and whose search would begin until `before`, earliest first. */
  acceptedAhead(before: number): Promise<readonly DispatchedBooking[]>;
  /** The ids of the ACCEPTED bookings whose driver is on the way to the pickup. */
  onTheWay(): Promise<readonly string[]>;
  /**
   * Returns a booking to NEW because its driver's phone went silent; false when it has another driver or status by now.
   */
  giveBackOfSilent(id: string, driver: string): Promise<boolean>;
}

export interface MissedBooking {
  id: string;
  pickup: AddressedPoint;
  /** How the driver's offer ended; null when they received none. */
  offer: MissedOffer | null;
}

/** A driver in range of a pickup. `gate` is the first eligibility check that they fail; null when eligible. */
export interface Candidate extends LatLng {
  driver: string;
  distance_km: number;
  gate: string | null;
  /** When the driver's hours on duty end, ms since the epoch; null without a limit. */
  dutyUntil?: number | null;
}

/** `seenAt`: when a server received the position, ms since the epoch. */
export interface SeenCar extends LatLng {
  at: number;
  seenAt: number;
}

/** A driver of a car type with valid documents, at any distance. `gate` is the first fleet check they fail. */
export interface TypedDriver {
  driver: string;
  vehicle_number: string;
  vehicle_description: string;
  /** `position` and `distance_km` are null without a recent position. */
  position: LatLng | null;
  distance_km: number | null;
  gate: string | null;
}

export interface DriverForTrip {
  approved: boolean;
  carType: string | null;
  /** When the first of the documents expires, ms since the epoch; null while no document has an expiry. */
  documentsValidUntil: number | null;
}

export interface RoadTravel {
  distance_in_km: number;
  time_in_secs: number;
}

export type SearchNear = (point: LatLng, carType: string) => AsyncIterable<readonly Candidate[]>;

/** Evaluates the drivers as if they were at these places and free, nearest first; those out of range are missing. */
export type GatesAt = (
  places: readonly (LatLng & { driver: string })[],
  point: LatLng,
  carType: string,
) => Promise<readonly Candidate[]>;

export interface DispatchModuleDeps {
  /** Shared by the cities of this server; left out where there is one city. */
  searchShare?: SearchShare;
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  logger: { warn(details: object, message: string): void };
  settings: { get(): Promise<Settings> };
  maps: {
    matrix(
      starts: readonly LatLng[],
      dests: readonly LatLng[],
    ): Promise<readonly (readonly (RoadTravel | null)[])[]>;
    /** The address of a point. */
    reverse(at: LatLng): Promise<string>;
    /** Travel by road from each start to one point; null without a route. */
    arrivalTimes(starts: readonly LatLng[], point: LatLng): Promise<readonly (RoadTravel | null)[]>;
  };
  fleet: {
    /** The drivers in range in groups, nearest first. */
    searchNear: SearchNear;
    /** Creates searches that share one read of each driver, for many points at one moment. */
    sharedSearch(): { searchNear: SearchNear; gatesAt: GatesAt };
    gatesAt: GatesAt;
    /** Drivers on duty with a recent position, approved or not; `busy` when on a trip. */
    driversOnDuty(): Promise<readonly (LatLng & { busy: boolean })[]>;
    driversOfType(pickup: LatLng, carType: string): Promise<readonly TypedDriver[]>;
    /** Whether one of the driver's documents has expired, so that they get no new tasks. */
    documentsExpired(driver: string): Promise<boolean>;
    /** `approved`: the driver and their vehicle. */
    driverOf(driver: string): Promise<DriverForTrip | null | undefined>;
    positions: {
      of(driver: string): Promise<SeenCar | null>;
      ofMany(drivers: readonly string[]): Promise<ReadonlyMap<string, SeenCar>>;
      /** Resolves when all positions are known; they are received until `release`. */
      subscribeArea(name: string, area: 'everywhere'): Promise<void>;
      release(name: string): void;
      /** Since when this server has received every report, ms since the epoch. */
      completeSince(): number;
    };
  };
  identity: {
    usersOf(
      uids: readonly string[],
    ): Promise<
      ReadonlyMap<string, { approved: boolean; firstName: string; lastName: string; ratings: Ratings }>
    >;
  };
  wallet: {
    /** The drivers whose balance blocks new tasks. */
    blockedAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  };
  booking: BookingForDispatch;
}
