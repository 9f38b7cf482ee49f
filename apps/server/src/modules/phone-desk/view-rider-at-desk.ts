// Returns what a dispatcher needs to know about the calling rider: notes, previous trips and open bookings.
import type { DeskBooking, DeskTrip, RiderAtDesk } from '@kerb/contract';
import { isActive } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';

type PastBooking = Awaited<ReturnType<PhoneDeskDeps['booking']['recentBookingsOf']>>[number];

const BOOKINGS_READ = 100;
const MAX_TRIPS = 6;

/** Rounds to about 11 m, so that an address that was chosen twice counts as one place. */
const roundedDegrees = (degrees: number): string => degrees.toFixed(4);

const sameTripKey = ({ pickup, drop_point, waypoints }: PastBooking): string =>
  [pickup, ...waypoints, drop_point]
    .map(({ lat, lng }) => `${roundedDegrees(lat)},${roundedDegrees(lng)}`)
    .join(' ');

/**
 * Groups bookings, newest first, into trips between the same places; cancelled bookings count too, because they were
 * requested.
 */
function tripsOf(bookings: readonly PastBooking[]): DeskTrip[] {
  const byPlaces = new Map<string, PastBooking[]>();
  for (const booking of bookings) {
    const key = sameTripKey(booking);
    byPlaces.set(key, [...(byPlaces.get(key) ?? []), booking]);
  }
  return [...byPlaces.values()].slice(0, MAX_TRIPS).flatMap((same) => {
    const [newest] = same;
    if (!newest) return [];
    const { id, pickup, drop_point, waypoints, car_type, tripdate } = newest;
    return [
      {
        booking: id,
        pickup,
        drop: drop_point,
        waypoints,
        carType: car_type,
        at: tripdate,
        times: same.length,
      },
    ];
  });
}

const openBookingOf = (booking: PastBooking): DeskBooking => ({
  booking: booking.id,
  reference: booking.reference,
  status: booking.status,
  tripdate: booking.tripdate,
  bookLater: booking.book_later,
  pickupAddress: booking.pickup.add,
  dropAddress: booking.drop_point.add,
});

export function createViewRiderAtDesk(deps: Pick<PhoneDeskDeps, 'db' | 'identity' | 'booking'>) {
  const { db, identity, booking } = deps;
  /** Throws `not_found` for users other than riders. */
  return async function viewRiderAtDesk(uid: string): Promise<RiderAtDesk> {
    const user = await identity.userOf(uid);
    if (user?.usertype !== 'rider') throw new DomainError('not_found');
    const [notes, recent] = await Promise.all([
      phoneDeskRepository(db).notesOf(uid),
      booking.recentBookingsOf(uid, BOOKINGS_READ),
    ]);
    const open = recent.filter(({ status }) => isActive(status));
    return {
      rider: uid,
      language: user.lang?.langLocale ?? null,
      notes,
      trips: tripsOf(recent),
      open: open.map(openBookingOf).toSorted((one, other) => one.tripdate - other.tripdate),
    };
  };
}
