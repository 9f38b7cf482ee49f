// Who calls: the rider with a telephone number, and what a dispatcher needs to know of them.
import type { Caller, DeskBooking, DeskTrip, RiderAtDesk } from '@kerb/contract';
import { isActive } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { parseMobile } from '../identity/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';

type PastBooking = Awaited<ReturnType<PhoneDeskDeps['booking']['recentBookingsOf']>>[number];

const BOOKINGS_READ = 100;
const MAX_TRIPS = 6;

/** Throws `invalid_mobile` for what is no number in international form. */
export function createFindCaller({ identity }: Pick<PhoneDeskDeps, 'identity'>) {
  return async function findCaller(number: string): Promise<Caller> {
    const mobile = parseMobile(number);
    const [user] = await identity.usersWith({ email: '', mobile });
    const isRider = user?.usertype === 'rider';
    return { rider: isRider ? user.uid : null, isOtherUser: user !== undefined && !isRider };
  };
}

/** About 11 m: an address chosen twice is one place. */
const roundedDegrees = (degrees: number): string => degrees.toFixed(4);

const sameTripKey = ({ pickup, drop_point, waypoints }: PastBooking): string =>
  [pickup, ...waypoints, drop_point]
    .map(({ lat, lng }) => `${roundedDegrees(lat)},${roundedDegrees(lng)}`)
    .join(' ');

/** Bookings the newest first, as trips between the same places; what was cancelled was wanted too. */
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
  /** Throws `not_found` for everyone who is not a rider. */
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

type NotesDeps = Pick<PhoneDeskDeps, 'withTx' | 'clock' | 'identity' | 'settings'>;

/** Throws `not_found` for everyone who is not a rider, `demo_mode` in a showcase. */
export function createEditRiderNotes({ withTx, clock, identity, settings }: NotesDeps) {
  return async function editRiderNotes(by: string, rider: string, notes: string): Promise<void> {
    if (!(await settings.get()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    await withTx(async (tx) => {
      // A rider who is deleted meanwhile must not get notes again.
      const isPresent = await identity.holdPresent(tx, rider);
      if (!isPresent || (await identity.userOf(rider))?.usertype !== 'rider')
        throw new DomainError('not_found');
      await phoneDeskRepository(tx).writeNotes({ rider, notes, by, at: clock.now() });
    });
  };
}
