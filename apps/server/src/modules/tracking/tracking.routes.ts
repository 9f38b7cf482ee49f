// The routes of tracking: report a position without the socket, read where a trip is.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import type { createReadTrack } from './read-track.ts';
import type { ReceiveKept } from './receive-kept.ts';
import type { ReceivePosition } from './receive-position.ts';
import type { PartyOfTrip } from './tracking.deps.ts';
import type { Trip } from './trip.ts';

export interface TrackingRouteDeps {
  receivePosition: ReceivePosition;
  receiveKept: ReceiveKept;
  readTrack: ReturnType<typeof createReadTrack>;
  /** The booking, if this person may follow it; null otherwise, whether it exists or not. */
  followedBy: (actor: Actor, booking: string) => Promise<FollowedTrip | null>;
}

export interface FollowedTrip {
  trip: Trip;
  party: PartyOfTrip;
  /** The person is not to find the places of the trip any more. */
  hidesDoors: boolean;
}

export const trackingRoutes = ({
  receivePosition,
  receiveKept,
  readTrack,
  followedBy,
}: TrackingRouteDeps) => [
  route(routes.postLocation, async ({ actor, body }) => receivePosition(actor.uid, body)),
  route(routes.postLocations, ({ actor, body }) => receiveKept(actor.uid, body.booking, body.positions)),
  route(routes.trackBooking, async ({ actor, params }) => {
    const followed = await followedBy(actor, params.id);
    if (followed === null) throw new DomainError('not_found');
    return readTrack(followed.trip, followed);
  }),
];
