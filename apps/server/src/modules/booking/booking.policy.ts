// Authorisation of bookings: which role may use which route. All other users get not_found, whether the booking exists
// or not.
import { type Party, partyOf } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingRecord, BookingRequestRow } from './store/booking.tables.ts';

/** A party of the transition table, or the fleet admin of the booking's driver, who may only read. */
export type Viewer = Exclude<Party, 'system'> | 'fleet';

/** One line for each route. The transition table decides which party may take which step in which status. */
export const bookingPolicy = {
  getBooking: ['rider', 'driver', 'requested_driver', 'fleet', 'admin'],
  acceptBooking: ['requested_driver', 'driver'],
  declineBooking: ['requested_driver'],
  giveBackBooking: ['driver'],
  arriveBooking: ['driver'],
  startBooking: ['driver'],
  reachBooking: ['driver', 'admin'],
  collectBooking: ['driver', 'admin'],
  payBooking: ['rider'],
  chargeBooking: ['admin'],
  rateBooking: ['rider'],
  rateRider: ['driver'],
  tipDriver: ['rider'],
  cancelBooking: ['rider', 'driver', 'admin'],
  assignBooking: ['admin'],
  reassignBooking: ['admin'],
  refundBooking: ['admin'],
  decideFareReview: ['admin'],
  getBookingMoney: ['rider', 'admin'],
  setProofPhoto: ['driver'],
  getProofPhoto: ['rider', 'driver', 'fleet', 'admin'],
} as const satisfies Record<string, readonly Viewer[]>;

/** The user's role in the booking; null without one. */
export function viewerOf(
  booking: Pick<BookingRecord, 'status' | 'customer' | 'driver' | 'fleetadmin'>,
  actor: Pick<Actor, 'uid' | 'usertype'>,
  request?: Pick<BookingRequestRow, 'outcome'>,
): Viewer | null {
  const isOffered = booking.status === 'NEW' && request?.outcome === null;
  const party = partyOf(
    { customer: booking.customer, driver: booking.driver, requestedDrivers: isOffered ? [actor.uid] : [] },
    actor,
  );
  if (party === 'system') return null;
  if (party) return party;
  return actor.usertype === 'fleetadmin' && booking.fleetadmin === actor.uid ? 'fleet' : null;
}

/** Returns the viewer if the route's line includes their role. Throws not_found otherwise. */
export function permit<Line extends readonly Viewer[]>(line: Line, viewer: Viewer | null): Line[number] {
  const permitted = line.find((one) => one === viewer);
  if (!permitted) throw new DomainError('not_found');
  return permitted;
}

/**
 * Restricts the filter by person: admins may filter by any user, fleet admins by current drivers of their own fleet.
 */
export function personFilter(
  actor: Pick<Actor, 'uid' | 'usertype'>,
  person: string | undefined,
  driver: { fleetadmin: string | null } | null,
): { person?: string } | 'no_access' {
  if (person === undefined) return {};
  switch (actor.usertype) {
    case 'rider':
    case 'driver':
      return {};
    case 'fleetadmin':
      return driver?.fleetadmin === actor.uid ? { person } : 'no_access';
    case 'admin':
      return { person };
  }
}

/** The scope of a user's booking lists: own, driven, the fleet's, or all. */
export function listScope(actor: Actor): { customer?: string; driver?: string; fleetadmin?: string } {
  switch (actor.usertype) {
    case 'rider':
      return { customer: actor.uid };
    case 'driver':
      return { driver: actor.uid };
    case 'fleetadmin':
      return { fleetadmin: actor.uid };
    case 'admin':
      return {};
  }
}
