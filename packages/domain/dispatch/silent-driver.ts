// When a booking goes back to dispatch because the phone of its driver sends no position.
import { distanceKm, type LatLng } from '../geo/index.ts';
import { MS_PER_SECOND } from '../kernel/index.ts';

/** A driver last seen this near to the pickup may be there, in a place without a network. */
const NEAR_KM = 0.5;
const NEAR_FACTOR = 2;

/** Moments in ms since the epoch. */
export interface AcceptedTrip {
  /** When the search for a driver started or will start: a driver who accepted days ahead need not send a position yet. */
  dispatch_at: number;
  driver_accept_time: number | null;
  /** When the driver finished the trip before it. */
  set_out_at: number | null;
  pickup: LatLng;
}

/** The last position of the driver, or null; `seenAt`: when it came in, or when this server started if that is later. */
export interface LastSeen {
  seenAt: number;
  place: LatLng | null;
}

/** ms since the epoch. `silentSecs`: settings.silentDriverSeconds; twice as long near the pickup. */
export function searchAgainAt(trip: AcceptedTrip, { seenAt, place }: LastSeen, silentSecs: number): number {
  const since = Math.max(trip.dispatch_at, trip.driver_accept_time ?? 0, trip.set_out_at ?? 0, seenAt);
  const isNear = place !== null && distanceKm(place, trip.pickup) <= NEAR_KM;
  return since + silentSecs * (isNear ? NEAR_FACTOR : 1) * MS_PER_SECOND;
}
