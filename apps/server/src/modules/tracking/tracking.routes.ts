// Route handlers for tracking: report positions over HTTP, track a booking.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import type { createReadTrack } from './read-track.ts';
import type { ReceivePosition } from './receive-position.ts';
import type { ReceiveUploaded } from './receive-uploaded.ts';
import type { PartyOfTrip } from './tracking.deps.ts';
import type { Trip } from './trip.ts';

export interface TrackingRouteDeps {
  receivePosition: ReceivePosition;
  receiveUploaded: ReceiveUploaded;
  readTrack: ReturnType<typeof createReadTrack>;
  /** The booking if the actor may follow it; null otherwise, whether it exists or not. */
  followedBy: (actor: Actor, booking: string) => Promise<FollowedTrip | null>;
}

export interface FollowedTrip {
  trip: Trip;
  party: PartyOfTrip;
  /** Exact places are hidden from this viewer. */
  hidesExactPlaces: boolean;
}

export const trackingRoutes = ({
  receivePosition,
  receiveUploaded,
  readTrack,
  followedBy,
}: TrackingRouteDeps) => [
  route(routes.postLocation, async ({ actor, body }) => receivePosition(actor, body)),
  route(routes.postLocations, ({ actor, body }) => receiveUploaded(actor.uid, body.booking, body.positions)),
  route(routes.trackBooking, async ({ actor, params }) => {
    const followed = await followedBy(actor, params.id);
    if (followed === null) throw new DomainError('not_found');
    return readTrack(followed.trip, followed);
  }),
];
