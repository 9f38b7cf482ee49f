// Who may follow a trip and who may see where drivers are.
import { driverSeesDoors } from '@kerb/domain/safety';
import type { Actor } from '../../kit/index.ts';
import type { PartyOfTrip, TrackedBooking } from './tracking.deps.ts';
import { trackingTopics } from './tracking.topics.ts';

/** Following a booking: its rider, its driver, the fleet admin of its driver, admins. Not those merely asked. */
export const mayFollow = (party: PartyOfTrip | null): boolean => party !== null;

/** After the trip its driver is shown where it was to about a block. */
export const hidesDoors = (
  party: PartyOfTrip | null,
  { status, payment_mode }: Pick<TrackedBooking, 'status' | 'payment_mode'>,
): boolean => party === 'driver' && !driverSeesDoors(status, payment_mode);

/** The internal topics behind `booking`: its events and its car, and the way ahead as that person is shown it. */
export function tripTopicsOf(party: PartyOfTrip, booking: string): string[] {
  const way = party === 'rider' ? trackingTopics.riderWay(booking) : trackingTopics.way(booking);
  return [trackingTopics.booking(booking), way];
}

/** The internal topics behind `drivers`: all of them for admins, their own for fleet admins. */
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
