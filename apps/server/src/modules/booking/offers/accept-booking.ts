// "The driver accepts": atomic, one driver per booking, and only while the offer is open.
import { hasRunOut } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, readRowsTogether, readTogether, type Tx, violatesUnique } from '../../../kit/index.ts';
import type { BookingDeps, Driver, Person } from '../booking.deps.ts';
import { publishWithdrawn } from '../booking.events.ts';
import { decide, takeStep } from '../step/booking-step.ts';
import { carFields } from '../step/car-fields.ts';
import { currentPlace, readDriverPlace } from '../step/driver-place.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingPatch, BookingRecord, BookingRequestRow } from '../store/booking.tables.ts';
import { laterBookingsRepository } from '../store/later-bookings.repository.ts';
import { offerRepository } from '../store/offer.repository.ts';

/** Throws not_found for drivers without an offer, and the reason for drivers whose acceptance is too late. */
function assertOfferOpen(
  booking: BookingRecord,
  request: BookingRequestRow | undefined,
  now: number,
): asserts request is BookingRequestRow {
  if (!request) throw new DomainError('not_found');
  if (booking.driver) throw new DomainError('booking_taken');
  if (booking.status !== 'NEW')
    throw new DomainError('transition_not_allowed', `accept while ${booking.status}`);
  if (request.outcome !== null || request.expires_at <= now)
    throw new DomainError('transition_not_allowed', 'The offer is over');
}

function assertMayDrive(driver: Driver | null | undefined, now: number): asserts driver is Driver {
  if (!driver?.approved || !driver.driverActiveStatus) throw new DomainError('driver_not_eligible');
  if (hasRunOut(driver.documentsValidUntil, now)) throw new DomainError('documents_expired');
}

/**
 * The fields of a later booking accepted before its search begins, which does not occupy its driver until then. Throws
 * `driver_busy` when they have accepted another one for the same time.
 */
async function aheadFields(tx: Tx, booking: BookingRecord, driver: string): Promise<BookingPatch> {
  if (await laterBookingsRepository(tx).hasAnotherAhead({ ...booking, driver }))
    throw new DomainError('driver_busy');
  return { pickup_promised_at: booking.tripdate };
}

/**
 * The fields of a follow-on trip; empty for a driver without a trip. Throws `driver_busy` for a driver on a trip unless
 * the offer is for after it.
 */
async function followOnFields(tx: Tx, request: BookingRequestRow, now: number): Promise<BookingPatch> {
  const current = await bookingRepository(tx).lockActiveTripOf(request.driver);
  if (!current) return {};
  if (request.follows !== current.id || request.pickup_at === null) throw new DomainError('driver_busy');
  // A later booking that they accepted ahead begins after the current trip.
  if ((await laterBookingsRepository(tx).dueAheadOf(request.driver, now)).length > 0)
    throw new DomainError('driver_busy');
  const { follows, pickup_at } = request;
  return { follows, pickup_promised_at: pickup_at, pickup_expected_at: pickup_at };
}

/** The fields that a booking copies from its driver. */
export const driverFields = (person: Person, driver: Omit<Driver, 'approved'>) => ({
  driver: driver.uid,
  driver_name: fullNameOf(person),
  driver_contact: person.mobile,
  driver_image: person.profile_image,
  driver_token: person.pushToken,
  driver_rating: person.ratings.userrating,
  ...carFields(driver),
});

/** Unique constraints: a driver has at most one current trip and one follow-on trip. */
const oneTripEach = [
  'bookings_one_current_trip_per_driver',
  'bookings_one_follow_on_per_driver',
  'bookings_one_follow_on_per_trip',
];

export function createAcceptBooking(deps: BookingDeps) {
  const { db, withTx, clock, identity, fleet, wallet } = deps;

  const findBooking = readRowsTogether(bookingRepository(db).findEach, ({ id }) => id);
  const findOffer = readTogether(async (pairs: readonly Pick<BookingRequestRow, 'booking' | 'driver'>[]) => {
    const offers = await offerRepository(db).findPairs(pairs);
    const byPair = new Map(offers.map((offer) => [`${offer.booking} ${offer.driver}`, offer]));
    return pairs.map(({ booking, driver }) => byPair.get(`${booking} ${driver}`));
  });

  /** Checks without a lock, which rejects most drivers who lose the race. */
  async function look(actor: Actor, id: string): Promise<BookingRecord> {
    // Read the offer first. When another driver's acceptance has closed it, the booking that is read next already has
    // that driver.
    const request = await findOffer({ booking: id, driver: actor.uid });
    const booking = await findBooking(id);
    if (!booking) throw new DomainError('not_found');
    if (booking.driver === actor.uid) return booking;
    // The booking returned to dispatch between the two reads, perhaps with a new offer: decided under the lock.
    const isReturned = booking.status === 'NEW' && booking.driver === null && request?.outcome != null;
    if (!isReturned) assertOfferOpen(booking, request, clock.now());
    return booking;
  }

  /** Makes the driver busy. Throws `driver_not_eligible` for a driver off duty. */
  async function occupy(tx: Tx, request: BookingRequestRow, now: number) {
    const [fields, , record] = await Promise.all([
      followOnFields(tx, request, now),
      fleet.setQueue(tx, request.driver, true),
      // After the update, whose row lock keeps the car from being changed until the commit.
      fleet.findDriver(tx, request.driver),
    ]);
    return { fields, record };
  }

  /** Leaves the driver free until the search would begin. Throws `driver_not_eligible` for a driver off duty. */
  async function bookAhead(tx: Tx, booking: BookingRecord, driver: string) {
    const record = await fleet.lockDriver(tx, driver);
    if (!record.driverActiveStatus) throw new DomainError('driver_not_eligible');
    return { fields: await aheadFields(tx, booking, driver), record };
  }

  /** `by` is the driver on a device that knows its location. */
  async function take(
    tx: Tx,
    { person, by }: { person: Person; by: Actor | undefined },
    id: string,
    place?: LatLng,
  ) {
    const driver = person.uid;
    const requests = offerRepository(tx);
    const [exists, booking, request] = await Promise.all([
      identity.lockExisting(tx, driver),
      bookingRepository(tx).lock(id),
      requests.find(id, driver),
    ]);
    if (!exists) throw new DomainError('driver_not_eligible');
    if (!booking) throw new DomainError('not_found');
    const now = clock.now();
    if (booking.driver === driver && booking.status === 'ACCEPTED') return booking;
    assertOfferOpen(booking, request, now);
    const to = decide(booking, 'accept', 'requested_driver');
    const isAhead = booking.book_later && now < booking.dispatch_at;
    const [others, { record, fields }] = await Promise.all([
      requests.closeForOne(id, driver),
      isAhead ? bookAhead(tx, booking, driver) : occupy(tx, request, now),
    ]);
    if (record?.carType !== booking.car_type) throw new DomainError('driver_not_eligible');
    const accepted = await takeStep(deps, tx, booking, {
      to,
      patch: { ...driverFields(person, record), ...fields, driver_accept_time: now },
      // A driver who has not set out may have another rider, so their position is not logged.
      place: fields.pickup_promised_at === undefined ? place : undefined,
      // A later booking is also accepted at home, on another device than the one in the car.
      by: isAhead ? undefined : by,
    });
    await publishWithdrawn(tx, id, [...others, driver]);
    return accepted;
  }

  return async function acceptBooking(
    actor: Actor,
    id: string,
    { location }: { location?: LatLng | undefined },
  ): Promise<BookingRecord> {
    const seen = await look(actor, id);
    // The driver retries after the response was lost.
    if (seen.driver === actor.uid && seen.status === 'ACCEPTED') return seen;
    if (seen.driver === actor.uid)
      throw new DomainError('transition_not_allowed', `accept while ${seen.status}`);
    const [person, driver] = await Promise.all([identity.userOf(actor.uid), fleet.driverOf(actor.uid)]);
    if (!person) throw new DomainError('driver_not_eligible');
    if (driver?.queue) {
      // A concurrent duplicate of this request may have accepted this booking.
      const now = await bookingRepository(db).find(id);
      if (now?.driver === actor.uid && now.status === 'ACCEPTED') return now;
    }
    assertMayDrive(driver, clock.now());
    if (await wallet.blockedForTasks(actor.uid)) throw new DomainError('wallet_blocked');
    await readDriverPlace(deps, actor.uid);
    try {
      return await withTx((tx) =>
        take(tx, { person, by: location && actor }, id, currentPlace(deps, actor.uid, location, clock.now())),
      );
    } catch (error) {
      if (oneTripEach.some((index) => violatesUnique(error, index))) throw new DomainError('driver_busy');
      throw error;
    }
  };
}
