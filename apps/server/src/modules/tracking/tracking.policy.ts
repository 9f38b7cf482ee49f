// Authorisation of tracking: which roles may follow a trip and see drivers' positions.
import { driverSeesExactPlaces } from '@kerb/domain/safety';
import type { Actor } from '../../kit/index.ts';
import type { PartyOfTrip, TrackedBooking } from './tracking.deps.ts';
import { trackingTopics } from './tracking.topics.ts';

/** A booking may be followed by its rider, its driver, the driver's fleet admin and admins; not by drivers with an offer. */
export const mayFollow = (party: PartyOfTrip | null): boolean => party !== null;

/** Whether places are hidden from the party: after the trip its driver sees them rounded to about a block. */
export const hidesExactPlaces = (
  party: PartyOfTrip | null,
  { status, payment_mode }: Pick<TrackedBooking, 'status' | 'payment_mode'>,
): boolean => party === 'driver' && !driverSeesExactPlaces(status, payment_mode);

/** The internal topics behind `booking`: its events and car, and the remaining route in the version for this role. */
export function tripTopicsOf(party: PartyOfTrip, booking: string): string[] {
  const route = party === 'rider' ? trackingTopics.riderRoute(booking) : trackingTopics.route(booking);
  return [trackingTopics.booking(booking), route];
}

/** The internal topics behind `drivers`: all drivers for admins, their own fleet for fleet admins. */
export function driverTopicsOf(actor: Pick<Actor, 'uid' | 'usertype'> | null): string[] | null {
  switch (actor?.usertype) {
    case 'admin':
      return [trackingTopics.drivers];
    case 'fleetadmin':
      return [trackingTopics.driversOfFleet(actor.uid)];
    case 'rider':
    case 'driver':
    case undefined:
      return null;
  }
}
