// The routes of tracking: report a position without the socket, read where a trip is.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import type { createReadTrack } from './read-track.ts';
import type { ReceivePosition } from './receive-position.ts';
import type { Trip } from './trip.ts';

export interface TrackingRouteDeps {
  receivePosition: ReceivePosition;
  readTrack: ReturnType<typeof createReadTrack>;
  /** The booking, if this person may follow it; null otherwise, whether it exists or not. */
  followedBy: (actor: Actor, booking: string) => Promise<Trip | null>;
}

export const trackingRoutes = ({ receivePosition, readTrack, followedBy }: TrackingRouteDeps) => [
  route(routes.postLocation, async ({ actor, body }) => receivePosition(actor.uid, body)),
  route(routes.trackBooking, async ({ actor, params }) => {
    const trip = await followedBy(actor, params.id);
    if (trip === null) throw new DomainError('not_found');
    return readTrack(trip);
  }),
];
